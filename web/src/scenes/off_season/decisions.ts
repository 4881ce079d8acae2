// The decision I am asked for, in words: every kind has a title, a mark and a sentence.
import { listed } from "../../lib/words";
import { SALE_NAMES, SALE_TEXTS } from "../../generated/off_season";
import { PLURALS, aCard, called, type Face } from "./goods";
import { abilityOf, chosenLetter, freightAfter, parse, sackAt, saleCalled, type Move, type Table } from "./read";

export type Mark = "bet" | "market" | "ability" | "take" | "load" | "sell" | "wait";

export interface Decision {
  mark: Mark;
  title: string;
  hint: string;
}

/** The stages whose words are always the same. */
const ASKED: Record<string, Decision> = {
  choosing: {
    mark: "market",
    title: "Choose a market",
    hint: "All its goods go on your camels, the face-down ones too.",
  },
  keeping: {
    mark: "take",
    title: "Keep one",
    hint: "It is loaded with the goods of the market; the others are discarded.",
  },
  token: { mark: "sell", title: "Spend your Extra Sale?", hint: "One more sale now, from any camel." },
  "extra sale": { mark: "sell", title: "Your extra sale", hint: "From any camel, also the one you sold from." },
  "final sale": {
    mark: "sell",
    title: "The final sale",
    hint: "Once from each camel. What is left then brings nothing.",
  },
  selling: { mark: "sell", title: "Sell from one camel", hint: "Or wait until the load is worth more." },
};

export function decision(t: Table, seat: number): Decision {
  if (t.stage === "betting")
    return {
      mark: "bet",
      title: t.failed ? "Bet again, in secret" : "Bet in secret",
      hint: "The winner pays and chooses a market first. All others take their bets back.",
    };
  if (t.stage === "ability")
    return {
      mark: "ability",
      title: `Use the ability of ${t.chosen}?`,
      hint: t.chosen === "E2" ? SWAPS_SACKS : `${abilityOf(t.chosen)}: once, before you take the goods.`,
    };
  if (t.stage === "drafting")
    return t.turn === t.names[seat]
      ? { mark: "take", title: "Pick first", hint: "It is loaded with the goods of your market." }
      : { mark: "take", title: "Take one", hint: "You must load it at once." };
  if (t.stage === "loading")
    return {
      mark: "load",
      title: `Which camel for the ${PLURALS[parse(t.legal[0]!)!.kind]}?`,
      hint: "More of that type will have to go on the same camel.",
    };
  return ASKED[t.stage] ?? ASKED.selling!;
}

const SWAPS_SACKS = "Once, if you like: choose the face-down card that goes, then the card that comes for it.";

/** What the table waits for, for players who are not asked. */
export function waitingFor(t: Table, seat: number | null): Decision {
  const sealed = seat === null ? -1 : (t.bets[t.names[seat]!] ?? -1);
  const who = listed(t.asks);
  const hint = sealed >= 0 ? `Your bet of ${sealed} is sealed.` : "";
  const doing: Record<string, string> = {
    betting: t.asks.length === 1 ? "has yet to bet" : "have yet to bet",
    choosing: "chooses a market",
    ability: `may use the ability of ${t.chosen}`,
    keeping: "keeps one of these",
    drafting: "takes one of these",
    loading: `loads ${t.waiting.length === 1 ? aCard(t.waiting[0]!) : `${t.waiting.length} cards`}`,
    selling: "may sell",
    token: "may sell once more",
    "extra sale": "sells once more",
    "final sale": "sells for the last time",
  };
  return { mark: "wait", title: who ? `${who} ${doing[t.stage] ?? ""}` : "The market is closed", hint };
}

/** A button: its label, and the key that selects it. */
export interface Choice {
  action: string;
  move: Move;
  key: string;
  label: string;
  /** The whole text, for screen readers and for the confirmation. */
  say: string;
  /** A card or a sack to draw on it. */
  face?: Face | null;
  /** The type or the shape it is about. */
  icon?: Face;
  /** Small texts above and below the label. */
  above?: string;
  note?: string;
  /** Whether it declines; such a button comes last. */
  without?: boolean;
}

export function choices(t: Table): Choice[] {
  // Every bet up to the player's pounds, including forbidden ones, so that the player can ask why.
  const actions = t.ahead.bets?.counts.map((_, pounds) => `bet ${pounds}`) ?? t.legal;
  const found = actions.flatMap((action): Choice[] => {
    const move = parse(action);
    if (!move) return [];
    const words = worded(t, action, move);
    return [{ action, move, key: "", say: words.label, ...words }];
  });
  found.sort((one, other) => Number(one.without ?? 0) - Number(other.without ?? 0));
  let place = 0;
  return found.map((each) => ({ ...each, key: each.key || String((place += 1)) }));
}

type Worded = Pick<Choice, "label"> & Partial<Choice>;

function worded(t: Table, action: string, move: Move): Worded {
  const { market, face, limit } = move;
  const what = face ? called(face) : "the face-down card";
  switch (move.do) {
    case "bet":
      return { label: `${move.pounds}`, key: `${move.pounds}`, say: `Bet ${move.pounds}` };
    case "market":
      return { key: market, label: market, say: `Choose market ${market}` };
    case "keep":
      return { label: "keep", face, say: `Keep ${what}` };
    case "pick":
      return { label: "take", face: face ?? null, say: `Take ${what}` };
    case "load": {
      const fate = freightAfter(t, action)?.fates[0];
      const note = fate?.lost ? "all fall!" : `${fate?.coming} of ${limit}`;
      return { key: `${limit}`, label: `Camel ${limit}`, note, say: `Load camel ${limit}, ${note}` };
    }
    case "sell":
      return wordedSale(t, move.sale);
    case "sell nothing":
      return { label: t.stage === "final sale" ? "Done selling" : "Sell nothing", without: true };
    case "spend":
      return { label: "Spend it" };
    case "keep token":
      return { label: "Keep it", without: true };
    default:
      return wordedAbility(t, move, what);
  }
}

function wordedSale(t: Table, sale: string): Worded {
  const found = saleCalled(t, sale);
  const shape = sale.split(": ")[1];
  const label = SALE_TEXTS[SALE_NAMES.findIndex((each) => each === sale)] ?? sale;
  const note = found ? `£${found.sale.total}` : "";
  const icon = shape ? `pottery ${shape}` : PICTURES[sale as "date"];
  return { label, note, icon, say: `Sell ${label} for ${note}` };
}

function wordedAbility(t: Table, move: Move, what: string): Worded {
  const { market, face, kind } = move;
  const from = { above: "from", label: market, face };
  switch (move.do) {
    case "peek":
      return { above: "peek at", label: market, say: `Peek into market ${market}` };
    case "gain sale":
      return { label: "Gain Extra Sale" };
    case "gain peek":
      return { label: "Gain Peek" };
    case "draw":
      return { label: "Draw" };
    case "draft":
      return { label: "Draft a card for everybody" };
    case "name":
      return { label: PLURALS[kind], icon: PICTURES[kind], say: `Name ${PLURALS[kind]}` };
    case "move sack":
      return { above: "to", label: market, face: null, say: `Move a face-down card to ${market}` };
    case "fetch":
      return { ...from, say: `Fetch ${what} from ${market}` };
    case "discard":
      return { ...from, label: market === chosenLetter(t) ? "here" : market, say: `Discard ${what} of ${market}` };
    case "swap sack":
      return { ...from, say: `Give ${sackCalled(t, move.place)} for ${what} of ${market}` };
    case "swap":
      return { ...from, say: `Give ${called(move.mine)} for ${what} of ${market}` };
    case "unload":
      return { label: "throw", face, say: `Throw away ${what}` };
    default:
      return { label: "No, just the goods", without: true };
  }
}

/** A face-down card of the chosen market, with its face if known: "face-down card 2 (3 dates)". */
export function sackCalled(t: Table, place: number): string {
  const { face } = sackAt(t, place);
  return face ? `face-down card ${place} (${called(face)})` : `face-down card ${place}`;
}

/** The card that represents its type. */
export const PICTURES = { date: "date 3", carpet: "carpet red", fruit: "fruit 3", pottery: "pottery jar" };
