// What an action does, in words, as far as the viewer can know: which loads grow, what is lost, what a sale brings.
import { CAMELS, type Fate, type Freight } from "../../generated/off_season";
import { KINDS, PLURALS, named, ofKind, pounds, soldText, theCard, type Face } from "./goods";
import {
  bestSales,
  freightAfter,
  freightOf,
  parse,
  sackAt,
  saleCalled,
  sideOf,
  chosenLetter,
  type Move,
  type SaleFrom,
  type Table,
} from "./read";

export interface Outlook {
  words: string;
  freight: Freight | null;
  sale: SaleFrom | null;
  /** The player's own card that would be discarded. */
  dropped: Face | null;
  /** The cards in the stalls that it is about, and a stall. */
  cards: number[];
  market: string | null;
  /** What is certainly lost, for the confirmation. */
  warning: string | undefined;
}

/** The cards of a type that a freight brings. */
export const comingOf = (freight: Freight, { kind }: Fate): Face[] => ofKind(named(freight.faces), KINDS[kind]!);

export const percent = (chance: number): string =>
  chance < 0.01 ? "<1%" : chance > 0.99 && chance < 1 ? ">99%" : `${Math.round(chance * 100)}%`;

function fateWords({ kind, camel, before, coming, lost, chance }: Fate): string {
  const type = KINDS[kind]!;
  const what = PLURALS[type];
  const after = before + coming;
  const limit = camel === null ? 0 : CAMELS[camel]!;
  if (lost) return before ? `all ${after} ${type} cards fall off camel ${limit}` : `${what} find no camel and are lost`;
  const risk = chance ? `, ${percent(chance)} risk to lose them` : "";
  if (!coming) return `${what} ${after} of ${limit}${risk}`;
  if (!before) return `${after} ${type} ${after === 1 ? "card" : "cards"} on an empty camel${risk}`;
  return `${what} ${before} \u2192 ${after} of ${limit}${risk}`;
}

/** What goods gain: "worth £4 more". */
export function worth(gain: number): string {
  return gain ? `worth £${Math.abs(gain)} ${gain > 0 ? "more" : "less"}` : "worth no more";
}

/** "worth £4 more: dates 2 → 3 of 4, 18% risk to lose them." */
export function freightWords(gain: number, fates: Fate[]): string {
  return fates.length ? `${worth(gain)}: ${fates.map(fateWords).join("; ")}.` : `${worth(gain)}; nothing can fall.`;
}

const nothing = (words: string): Outlook => ({
  words,
  freight: null,
  sale: null,
  dropped: null,
  cards: [],
  market: null,
  warning: undefined,
});

/** The outlook of incoming goods, after the sentence `told`. */
function withGoods(freight: Freight, told: string): Outlook {
  const { gain, fates } = freight;
  const lost = fates.filter((fate) => fate.lost);
  const warning = lost.length && gain < 0 ? `Your goods would be ${freightWords(gain, lost)}` : undefined;
  return { ...nothing(`${told} Goods ${freightWords(gain, fates)}`), freight, warning };
}

/** What this action does; markets can be looked at even when none can be chosen. */
export function outlook(t: Table, action: string): Outlook | null {
  const move = parse(action);
  if (!move) return null;
  if (move.do === "bet") return betOutlook(t, move.pounds);
  if (move.do === "market") {
    const goods = freightOf(t, move.market);
    return goods && { ...withGoods(goods, `${sideOf(t, move.market)}.`), market: move.market };
  }
  if (move.do === "peek")
    return {
      ...nothing(`Spend your Peek token: you alone see the face-down cards of ${move.market}.`),
      market: move.market,
    };
  const freight = freightAfter(t, action);
  if (!freight) return saleOutlook(t, move);
  if (move.do === "load") return loadOutlook(freight, move.limit);
  return { ...withGoods(freight, told(t, move)), ...concerned(t, move) };
}

function betOutlook({ auction, ahead, pounds: purses, you }: Table, amount: number): Outlook | null {
  const { bets } = ahead;
  if (!bets) return null;
  const have = purses[you ?? ""] ?? 0;
  if (bets.zero_ignored && amount === 0)
    return nothing("A bet of 0 is ignored here: it cannot win, and costs nothing.");
  if (bets.zero_fine !== null && amount === 0) {
    return nothing(
      `Alone with 0 you choose first, for nothing. If another bets 0, you lose ${pounds(bets.zero_fine)}.`,
    );
  }
  const [counted, pays] = [bets.counts[amount]!, bets.pays[amount]!];
  const counts = counted === amount ? "" : ` (it counts as ${counted < 0 ? "\u2212" : ""}${Math.abs(counted)})`;
  const tied = auction === "lucky 0" ? "Beaten, tied, or if a 0 is alone," : "Beaten or tied,";
  return nothing(
    `If it wins${counts}: pay ${pays ? pounds(pays) : "nothing"}, keep ${have - pays}, choose first. ${tied} you take it back.`,
  );
}

function loadOutlook(freight: Freight, limit: number): Outlook {
  const { kind, coming, room, lost } = freight.fates[0]!;
  const more = room > 0 ? `room for ${room} more` : "full: one more, and all of it falls";
  const words = lost
    ? `${coming} ${PLURALS[KINDS[kind]!]} on a camel for ${limit}: all of them fall.`
    : `${coming} of ${limit}, ${more}.`;
  return { ...nothing(words), freight, warning: lost ? words : undefined };
}

function saleOutlook(t: Table, move: Move): Outlook | null {
  if (move.do === "sell nothing") {
    const left = t.ahead.caravan.worth;
    if (t.stage !== "final sale") return nothing("All goods stay on your camels for a later round.");
    const words = "Your last word: goods left on camels bring nothing.";
    return {
      ...nothing(words),
      warning: left ? `You leave goods for ${pounds(left)} unsold, and the game ends for you.` : undefined,
    };
  }
  if (move.do === "keep token") return nothing("For a later sell phase. At the end it is worth nothing.");
  if (move.do === "spend") {
    const [best] = bestSales(t).sort((one, other) => other.sale.total - one.sale.total);
    const what = best ? `, at best ${soldText(best.sale.sale)} for ${pounds(best.sale.total)}` : "";
    return nothing(`One more sale now${what}.`);
  }
  const found = move.do === "sell" ? saleCalled(t, move.sale) : null;
  return found && { ...nothing(saleWords(t, found)), sale: found };
}

function saleWords(t: Table, { camel, sale }: SaleFrom): string {
  const have = t.pounds[t.you ?? ""];
  const coin = sale.coin ? `, ${sale.coin} of it the coin on the camel` : "";
  const cards = sale.stays.length;
  const stays = cards
    ? `${cards} ${cards === 1 ? "card stays" : "cards stay"}${sale.coin_left ? ", with a coin for next time" : ""}.`
    : `Camel ${CAMELS[camel]} is free again.`;
  return `${pounds(sale.total)}${coin}${have == null ? "" : `, ${have + sale.total} in all`}. ${stays}`;
}

/** The sentence before what the goods do. */
function told(t: Table, move: Move): string {
  const { market, face } = move;
  const { draws, chances } = t.ahead;
  const drafts = t.turn !== t.you;
  switch (move.do) {
    case "name":
      return `${percent(chances[KINDS.indexOf(move.kind)]!)} that one of ${draws} cards drawn is ${move.kind}, to keep.`;
    case "draw":
      return `${draws} more from the Tower, unseen.`;
    case "draft":
      return `${draws} cards are drawn: you pick first, each of the others must load one.`;
    case "gain sale":
      return "The token for one more sale, this round or later.";
    case "gain peek":
      return "The token for a look at one market's face-down cards, from the next round on.";
    case "fetch":
      return `${theCard(face)} comes here from ${market}.`;
    case "discard":
      return `${theCard(face)} of ${market} is gone for everybody.`;
    case "swap":
      return `${theCard(face)} comes from ${market}, ${theCard(move.mine, "your")} goes there.`;
    case "swap sack": {
      const sack = sackAt(t, move.place).face;
      const goes = sack ? theCard(sack, "your") : `face-down card ${move.place}`;
      return `${theCard(face)} comes from ${market}, ${goes} goes there and is turned up.`;
    }
    case "move sack":
      return `A face-down card, drawn at random, goes to ${market}.`;
    case "unload":
      return `${theCard(face)} is thrown away.`;
    case "keep":
      return `${theCard(face)} is kept.`;
    case "pick":
      if (drafts)
        return face ? `${theCard(face)} is loaded at once.` : "The face-down card is turned up and loaded at once.";
      return face ? `${theCard(face)} is set aside for you.` : "The face-down card is set aside for you.";
    default:
      return "Only the goods.";
  }
}

/** The cards and the stall that the use of an ability is about. */
function concerned(t: Table, move: Move): Partial<Outlook> {
  const at = (market: string, face: Face) => (t.up[market] ?? []).filter((card) => t.faces[card] === face).slice(0, 1);
  const there = at(move.market, move.face);
  if (move.do === "fetch" || move.do === "discard") return { cards: there };
  if (move.do === "swap") return { cards: [...at(chosenLetter(t) ?? "", move.mine), ...there] };
  if (move.do === "swap sack") return { cards: [sackAt(t, move.place).card, ...there] };
  if (move.do === "move sack") return { market: move.market };
  return move.do === "unload" ? { dropped: move.face } : {};
}
