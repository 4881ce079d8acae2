// What is asked of me now, in words: every kind of decision has a title, a mark and one sentence of its own.
import { LIMITS, PLURALS, called, kindOf, ofKind, salesFrom, type Face } from "./goods";
import { ABILITIES, caravanOf, chosenLetter, listed, parse, type Move, type Table } from "./read";

export type Mark = "bet" | "market" | "ability" | "take" | "load" | "sell" | "wait";

export interface Decision {
  mark: Mark;
  title: string;
  hint: string;
}

export function decision(t: Table, seat: number): Decision {
  const kind = t.waiting.length ? kindOf(nextToLoad(t)) : "date";
  switch (t.stage) {
    case "betting":
      return {
        mark: "bet",
        title: t.failed ? "Bet again, in secret" : "Bet in secret",
        hint: "Whoever wins pays the bet and chooses a stall first. All others take theirs back.",
      };
    case "choosing": return { mark: "market", title: "Choose a stall", hint: "All its goods go on your camels, those in sacks too." };
    case "ability": return { mark: "ability", title: `Stall ${t.chosen}: ${lower(ABILITIES[t.chosen] ?? "")}?`, hint: "Once, if you like, before you take the goods." };
    case "keeping": return { mark: "take", title: "Keep one", hint: "It is loaded with the goods of the stall; the others are discarded." };
    case "drafting": {
      const first = t.turn === t.names[seat];
      return { mark: "take", title: first ? "Pick first" : "Take one", hint: first ? "It is loaded with the goods of your stall." : "You must load it at once." };
    }
    case "loading": return { mark: "load", title: `Which camel for the ${PLURALS[kind]}?`, hint: "More of that type will have to go on the same camel." };
    case "token": return { mark: "sell", title: "Spend your Extra Sale?", hint: "One more sale now, from another camel." };
    case "extra sale": return { mark: "sell", title: "Your extra sale", hint: "From a camel you have not sold from." };
    case "final sale": return { mark: "sell", title: "The final sale", hint: "Once from each camel. What is left then brings nothing." };
    default: return { mark: "sell", title: "Sell from one camel", hint: "Or wait until the load is worth more." };
  }
}

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
const ORDER = ["date", "carpet", "fruit", "pottery"];
const nextToLoad = (t: Table): Face =>
  [...t.waiting].sort((one, other) => ORDER.indexOf(kindOf(one)) - ORDER.indexOf(kindOf(other)))[0]!;

/** What the table waits for, for whoever is not asked. */
export function waitingFor(t: Table, seat: number | null): Decision {
  const sealed = seat === null ? -1 : (t.bets[t.names[seat]!] ?? -1);
  const who = listed(t.asks);
  const hint = sealed >= 0 ? `Your bet of ${sealed} is sealed.` : "";
  const doing: Record<string, string> = {
    betting: t.asks.length === 1 ? "has yet to bet" : "have yet to bet",
    choosing: "chooses a stall",
    ability: `is at stall ${t.chosen}: ${lower(ABILITIES[t.chosen] ?? "")}?`,
    keeping: "keeps one of these",
    drafting: "takes one of these",
    loading: `loads ${t.waiting.length === 1 ? called(t.waiting[0]!) : `${t.waiting.length} cards`}`,
    selling: "may sell",
    token: "may sell once more",
    "extra sale": "sells once more",
    "final sale": "sells for the last time",
  };
  return { mark: "wait", title: who ? `${who} ${doing[t.stage] ?? ""}` : "The market is closed", hint };
}

/** A button: what is on it, and the key that leads to it. */
export interface Choice {
  action: string;
  move: Move;
  key: string;
  label: string;
  /** A card to draw on it, or a sack. */
  face?: Face | null;
  /** The type it is about, or the shape. */
  icon?: Face;
  /** Small, above the label and below it. */
  above?: string;
  note?: string;
  /** To do without: the last thing offered. */
  without?: boolean;
}

export function choices(t: Table, seat: number): Choice[] {
  const moves = t.legal.map((action) => ({ action, move: parse(action) })).filter((each) => each.move !== null);
  if (t.stage === "betting") return bets(t, seat);
  const cards = moves.map(({ action, move }, n) => choice(t, seat, action, move!, n));
  const sorted = [...cards.filter((each) => !each.without), ...cards.filter((each) => each.without)];
  let place = 0;
  return sorted.map((each) => ({ ...each, key: each.key || String((place += 1)) }));
}

/** Every bet up to one's pounds: also those this auction forbids, to be asked about. */
function bets(t: Table, seat: number): Choice[] {
  const have = t.pounds[t.names[seat]!] ?? 0;
  return Array.from({ length: have + 1 }, (_, pounds) => (
    { action: `bet ${pounds}`, move: { do: "bet", pounds }, key: String(pounds), label: String(pounds) }
  ));
}

function choice(t: Table, seat: number, action: string, move: Move, n: number): Choice {
  const base = { action, move, key: "" };
  switch (move.do) {
    case "market": return { ...base, key: move.market, label: move.market };
    case "peek": return { ...base, above: "peek at", label: move.market };
    case "no ability": return { ...base, label: "No, just the goods", without: true };
    case "gain sale": return { ...base, label: "Gain Extra Sale" };
    case "gain peek": return { ...base, label: "Gain Peek" };
    case "draw": return { ...base, label: "Draw" };
    case "draft": return { ...base, label: "Draft a card for everybody" };
    case "name": return { ...base, label: PLURALS[move.kind], icon: PICTURES[move.kind] };
    case "move sack": return { ...base, above: "to", label: move.market, face: null };
    case "fetch": return { ...base, above: "from", label: move.market, face: move.face };
    case "discard": return { ...base, above: "from", label: move.market === chosenLetter(t) ? "here" : move.market, face: move.face };
    case "swap sack": return { ...base, above: "from", label: move.market, face: move.face };
    case "swap": return { ...base, above: "from", label: move.market, face: move.face };
    case "unload": return { ...base, label: "throw", face: move.face };
    case "keep": return { ...base, label: "keep", face: move.face };
    case "pick": return { ...base, label: "take", face: move.face };
    case "load": {
      const coming = ofKind(t.waiting, move.kind).length;
      const lost = coming > move.limit;
      return { ...base, key: String(move.limit), label: `Camel ${move.limit}`, note: lost ? "all fall!" : `${coming} of ${move.limit}` };
    }
    case "sell": {
      const caravan = caravanOf(t, t.names[seat]!);
      const sale = LIMITS.flatMap((_, camel) => salesFrom(caravan, camel)).find((each) => each.sale === move.sale);
      const label = move.sale.startsWith("pottery") ? `${move.sale.slice(9)}s` : PLURALS[move.sale as "date"];
      return { ...base, label, note: sale ? `£${sale.pounds + sale.coin}` : "", icon: move.sale.startsWith("pottery") ? move.sale.replace(":", "") : PICTURES[move.sale as "date"] };
    }
    case "sell nothing": return { ...base, label: t.stage === "final sale" ? "Done selling" : "Sell nothing", without: true };
    case "spend": return { ...base, label: "Spend it" };
    case "keep token": return { ...base, label: "Keep it", without: true };
    default: return { ...base, label: `${n}` };
  }
}

/** The card that stands for its type. */
export const PICTURES = { date: "date 3", carpet: "carpet red", fruit: "fruit 3", pottery: "pottery jar" };

/** What a finger confirms. */
export function confirmWords(move: Move): string {
  switch (move.do) {
    case "bet": return `Seal a bet of ${move.pounds}`;
    case "market": return `Take stall ${move.market}`;
    case "peek": return `Peek into ${move.market}`;
    case "load": return `Load camel ${move.limit}`;
    case "sell": return `Sell ${move.sale.replace("pottery: ", "")}`;
    case "fetch": return `Fetch from ${move.market}`;
    case "discard": return `Discard it from ${move.market}`;
    case "swap": case "swap sack": return `Swap with ${move.market}`;
    case "move sack": return `Move a sack to ${move.market}`;
    case "unload": return "Throw it away";
    case "keep": case "pick": return move.face ? `Take ${called(move.face)}` : "Take the sack";
    case "name": return `Name ${PLURALS[move.kind]}`;
    default: return "Do it";
  }
}

/** A choice read aloud. */
export function spoken(choice: Choice): string {
  const move = choice.move;
  const face = "face" in move && move.face ? called(move.face) : choice.face === null ? "a sack" : "";
  const mine = move.do === "swap" ? `${called(move.mine)} for ` : "";
  if (move.do === "bet") return `Bet ${move.pounds}`;
  if (move.do === "market") return `Stall ${move.market}`;
  return [`${mine}${face}`.trim(), choice.above, choice.label, choice.note].filter(Boolean).join(", ");
}
