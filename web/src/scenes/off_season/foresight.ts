// What an action does, as far as the viewer can know: which loads grow, what is lost, what a sale brings.
import {
  CARDS, COPIES, KINDS, LIMITS, PLURALS, bestSales, kindOf, loaded, ofKind, pounds, salesFrom, theCard, without, worth,
  type Camel, type Face, type Kind, type Sale,
} from "./goods";
import { caravanOf, chosenLetter, countsAs, parse, sackAt, sideOf, type Move, type Table } from "./read";

/** Goods about to be loaded: the faces the viewer sees, and the number of unseen cards. */
export interface Freight {
  faces: Face[];
  unseen: number;
}

/** What incoming goods do to one type. */
export interface Fate {
  kind: Kind;
  /** The camel it goes to; null if no camel is empty. */
  camel: number | null;
  before: number;
  coming: Face[];
  lost: boolean;
  /** The chance that unseen cards exceed the limit. */
  chance: number;
}

export interface Prospect {
  /** The change in the value of the goods, counting visible cards only. */
  gain: number;
  fates: Fate[];
}

export interface Outlook {
  words: string;
  fates: Fate[];
  sale: Sale | null;
  /** The player's own cards that would be discarded. */
  dropped: Face | null;
  /** The cards in the stalls that it is about, and a stall. */
  cards: number[];
  market: string | null;
  /** What is certainly lost, for the confirmation. */
  warning: string | undefined;
}

/** The number of cards of each type that the viewer has not seen. */
export function unseen(t: Table): Record<Kind, number> {
  const left = { ...COPIES };
  for (const face of t.faces) if (face) left[kindOf(face)] -= 1;
  return left;
}

function choose(all: number, some: number): number {
  let ways = 1;
  for (let step = 1; step <= some; step += 1) ways = (ways * (all - some + step)) / step;
  return some > all ? 0 : ways;
}

/** The chance that more than `than` of `drawn` unseen cards are of this type. */
export function chanceOfMore(t: Table, kind: Kind, drawn: number, than: number): number {
  const left = unseen(t);
  const these = left[kind];
  const others = KINDS.reduce((sum, each) => sum + left[each], 0) - these;
  const draws = Math.min(drawn, these + others);
  let ways = 0;
  for (let count = than + 1; count <= draws; count += 1) ways += choose(these, count) * choose(others, draws - count);
  return ways / choose(these + others, draws);
}

/** The goods of a market, with those set aside for it. */
export function freightOf(t: Table, letter: string): Freight {
  const here = letter === chosenLetter(t) && t.stage !== "keeping";
  const cards = [...(t.up[letter] ?? []), ...(t.down[letter] ?? []), ...(here ? t.aside : [])];
  const faces = cards.map((card) => t.faces[card]).filter((face) => face != null);
  return { faces, unseen: cards.length - faces.length };
}

export function prospect(t: Table, caravan: Camel[], freight: Freight): Prospect {
  const { caravan: then, lost } = loaded(caravan, freight.faces);
  const fates = KINDS.map((kind): Fate => {
    const carried = caravan.findIndex((camel) => camel.kind === kind);
    const found = carried >= 0 ? carried : then.findIndex((camel) => camel.kind === kind);
    const before = carried >= 0 ? caravan[carried]!.faces.length : 0;
    const coming = ofKind(freight.faces, kind);
    const falls = lost.includes(kind);
    const room = found >= 0 ? LIMITS[found]! - before - coming.length : 0;
    const risky = before + coming.length > 0 && !falls && freight.unseen > room;
    const chance = risky ? chanceOfMore(t, kind, freight.unseen, room) : 0;
    return { kind, camel: found >= 0 ? found : null, before, coming, lost: falls, chance };
  });
  return { gain: worth(then) - worth(caravan), fates: fates.filter((fate) => fate.coming.length || fate.chance > 0) };
}

export const percent = (chance: number): string =>
  chance < 0.01 ? "<1%" : chance > 0.99 && chance < 1 ? ">99%" : `${Math.round(chance * 100)}%`;

function fateWords(fate: Fate): string {
  const what = PLURALS[fate.kind];
  const after = fate.before + fate.coming.length;
  const limit = fate.camel === null ? 0 : LIMITS[fate.camel]!;
  if (fate.lost) return fate.before ? `all ${after} ${fate.kind} cards fall off camel ${limit}` : `${what} find no camel and are lost`;
  const risk = fate.chance ? `, ${percent(fate.chance)} risk to lose them` : "";
  if (!fate.coming.length) return `${what} ${after} of ${limit}${risk}`;
  if (!fate.before) return `${after} ${fate.kind} ${after === 1 ? "card" : "cards"} on an empty camel${risk}`;
  return `${what} ${fate.before} \u2192 ${after} of ${limit}${risk}`;
}

/** "Goods worth £4 more by what is seen: dates 2 → 3 of 4, 18% risk to lose them." */
export function prospectWords({ gain, fates }: Prospect): string {
  const change = gain > 0 ? `worth £${gain} more` : gain < 0 ? `worth £${-gain} less` : "worth no more";
  return fates.length ? `${change}: ${fates.map(fateWords).join("; ")}.` : `${change}; nothing can fall.`;
}

const nothing = (words: string): Outlook => (
  { words, fates: [], sale: null, dropped: null, cards: [], market: null, warning: undefined }
);

/** The outlook of incoming goods, after the sentence `told`. */
function withGoods(t: Table, caravan: Camel[], freight: Freight, told: string): Outlook {
  const seen = prospect(t, caravan, freight);
  const lost = seen.fates.filter((fate) => fate.lost);
  const warning = lost.length && seen.gain < 0 ? `Your goods would be ${prospectWords({ ...seen, fates: lost })}` : undefined;
  return { ...nothing(`${told} Goods ${prospectWords(seen)}`), fates: seen.fates, warning };
}

/** What this action does; markets can be looked at even when none can be chosen. */
export function outlook(t: Table, seat: number, action: string): Outlook | null {
  const move = parse(action);
  const name = t.names[seat]!;
  const caravan = caravanOf(t, name);
  if (!move) return null;
  if (move.do === "bet") return nothing(betWords(t, seat, move.pounds));
  if (move.do === "market") {
    const side = sideOf(t, move.market);
    return { ...withGoods(t, caravan, freightOf(t, move.market), `${side}.`), market: move.market };
  }
  if (move.do === "peek") return { ...nothing(`Spend your Peek token: you alone look into the sacks of ${move.market}.`), market: move.market };
  if (move.do === "load") return loadOutlook(t, move.kind, move.limit);
  if (move.do === "pick" && t.turn !== name) {
    const told = move.face ? `${theCard(move.face)} is loaded at once.` : "The sack is opened and loaded at once.";
    return withGoods(t, caravan, { faces: move.face ? [move.face] : [], unseen: move.face ? 0 : 1 }, told);
  }
  return saleOutlook(t, caravan, name, move) ?? abilityOutlook(t, caravan, move);
}

function betWords(t: Table, seat: number, amount: number): string {
  const have = t.pounds[t.names[seat]!] ?? 0;
  if (t.auction === "lowest bet" && amount === 0) return "A bet of 0 is ignored here: it cannot win, and costs nothing.";
  if (t.auction === "lucky 0" && amount === 0) {
    return `Alone with 0 you choose first, for nothing. If another bets 0, you lose ${pounds(Math.min(2, have))}.`;
  }
  const { counts: counted, pays } = countsAs(t, seat, amount);
  const counts = counted === amount ? "" : ` (it counts as ${counted < 0 ? "\u2212" : ""}${Math.abs(counted)})`;
  const tied = t.auction === "lucky 0" ? "Beaten, tied, or if a 0 is alone," : "Beaten or tied,";
  return `If it wins${counts}: pay ${pounds(pays)}, keep ${have - pays}, choose first. ${tied} you take it back.`;
}

function loadOutlook(t: Table, kind: Kind, limit: number): Outlook {
  const coming = ofKind(t.waiting, kind);
  const lost = coming.length > limit;
  const fate: Fate = { kind, camel: LIMITS.indexOf(limit as 3), before: 0, coming, lost, chance: 0 };
  const room = limit - coming.length;
  const more = room > 0 ? `room for ${room} more` : "full: one more, and all of it falls";
  const words = lost ? `${coming.length} ${PLURALS[kind]} on a camel for ${limit}: all of them fall.` : `${coming.length} of ${limit}, ${more}.`;
  return { ...nothing(words), fates: [fate], warning: lost ? words : undefined };
}

function saleOutlook(t: Table, caravan: Camel[], name: string, move: Move): Outlook | null {
  if (move.do === "sell nothing") {
    const left = worth(caravan, t.sold_from);
    if (t.stage !== "final sale") return nothing("All goods stay on your camels for a later round.");
    const words = "Your last word: goods left on camels bring nothing.";
    return { ...nothing(words), warning: left ? `You leave goods for ${pounds(left)} unsold, and the game ends for you.` : undefined };
  }
  if (move.do === "keep token") return nothing("For a later sell phase. At the end it is worth nothing.");
  if (move.do === "spend") {
    const [best] = bestSales(caravan, t.sold_from).sort((one, other) => other.pounds + other.coin - one.pounds - one.coin);
    return nothing(`One more sale now${best ? `, at best ${best.sale} for ${pounds(best.pounds + best.coin)}` : ""}.`);
  }
  if (move.do !== "sell") return null;
  const sale = caravan.flatMap((_, camel) => salesFrom(caravan, camel)).find((each) => each.sale === move.sale);
  if (!sale) return null;
  const total = sale.pounds + sale.coin;
  const have = t.pounds[name];
  const coin = sale.coin ? `, ${sale.coin} of it the coin on the camel` : "";
  const stays = sale.stays.length
    ? `${sale.stays.length} ${sale.stays.length === 1 ? "card stays" : "cards stay"}${move.sale === "fruit" ? ", with a coin for next time" : ""}.`
    : `Camel ${LIMITS[sale.camel]} is free again.`;
  return { ...nothing(`${pounds(total)}${coin}${have == null ? "" : `, ${have + total} in all`}. ${stays}`), sale };
}

function abilityOutlook(t: Table, caravan: Camel[], move: Move): Outlook {
  const letter = chosenLetter(t);
  const goods = letter ? freightOf(t, letter) : { faces: [], unseen: 0 };
  const left = CARDS - t.drawn;
  const at = (market: string, face: Face) => (t.up[market] ?? []).filter((card) => t.faces[card] === face).slice(0, 1);
  const then = (told: string, faces = goods.faces, hidden = goods.unseen) => withGoods(t, caravan, { faces, unseen: hidden }, told);
  switch (move.do) {
    case "name": {
      const count = Math.min(3, left);
      const chance = percent(chanceOfMore(t, move.kind, count, 0));
      return then(`${chance} that one of ${count} cards drawn is ${move.kind}, to keep.`);
    }
    case "draw": {
      const count = Math.min(caravan.filter((camel) => !camel.kind).length, left);
      return then(`${count} more from the Tower, unseen.`, goods.faces, goods.unseen + count);
    }
    case "draft": return then(`${Math.min(t.names.length, left)} cards are drawn: you pick first, every other must load one.`);
    case "gain sale": return then("The token for one more sale, this round or later.");
    case "gain peek": return then("The token for a look into one stall's sacks, from the next round on.");
    case "fetch": return { ...then(`${theCard(move.face)} comes here from ${move.market}.`, [...goods.faces, move.face]), cards: at(move.market, move.face) };
    case "discard": {
      const faces = move.market === letter ? without(goods.faces, [move.face]) : goods.faces;
      return { ...then(`${theCard(move.face)} of ${move.market} is gone for everybody.`, faces), cards: at(move.market, move.face) };
    }
    case "swap": {
      const faces = [...without(goods.faces, [move.mine]), move.face];
      const told = `${theCard(move.face)} comes from ${move.market}, ${theCard(move.mine, "your")} goes there.`;
      return { ...then(told, faces), cards: [...at(letter ?? "", move.mine), ...at(move.market, move.face)] };
    }
    case "swap sack": {
      const { card, face } = sackAt(t, move.place);
      const goes = face ? `${theCard(face, "your")} goes` : `sack ${move.place} goes`;
      const faces = [...(face ? without(goods.faces, [face]) : goods.faces), move.face];
      const told = `${theCard(move.face)} comes from ${move.market}, ${goes} there and is turned up.`;
      return { ...then(told, faces, face ? goods.unseen : goods.unseen - 1), cards: [card, ...at(move.market, move.face)] };
    }
    case "move sack": {
      const told = `A random sack goes to ${move.market}.`;
      return { ...then(told, goods.faces, goods.unseen - 1), market: move.market };
    }
    case "unload": {
      const lighter = caravan.map((camel) => {
        const faces = without(camel.faces, [move.face]);
        return { ...camel, faces, kind: faces.length ? camel.kind : null };
      });
      return { ...withGoods(t, lighter, goods, `${theCard(move.face)} is thrown away.`), dropped: move.face };
    }
    case "keep": return then(`${theCard(move.face)} is kept.`, [...goods.faces, move.face]);
    case "pick":
      return move.face ? then(`${theCard(move.face)} is set aside for you.`, [...goods.faces, move.face])
        : then("The sack is set aside for you.", goods.faces, goods.unseen + 1);
    default: return then("Only the goods.");
  }
}
