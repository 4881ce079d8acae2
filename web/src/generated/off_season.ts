// Written by web/generate.py from bidwell/games/off_season: change that instead.

export const TYPES = ["date", "carpet", "fruit", "pottery"] as const;

export const PLURALS = ["dates", "carpets", "fruit", "pottery"] as const;

export const CAMELS = [3, 4, 5, 6] as const;

export const PRICES = [[[1, 2, 1], [3, 4, 2], [5, 6, 4], [7, 8, 6], [9, 10, 9], [11, 12, 12], [13, null, 16]], [[1, 1, 1], [2, 2, 3], [3, 3, 6], [4, 4, 10], [5, 5, 15], [6, 6, 20]], [[1, 1, 1], [2, 2, 2], [3, 3, 3], [4, 4, 4]], [[1, 1, 2], [2, 2, 4], [3, 3, 6], [4, 4, 9], [5, 5, 12], [6, 6, 16]]] as const;

export const POUNDS_EACH = 5 as const;

export const FACE_NAMES = ["date 1", "date 2", "date 3", "date 4", "carpet red", "carpet blue", "carpet green", "carpet yellow", "carpet purple", "carpet white", "fruit 1", "fruit 2", "fruit 3", "fruit 4", "pottery jar", "pottery bowl", "pottery vase", "pottery jar+bowl", "pottery jar+vase", "pottery bowl+vase", "pottery jar+bowl+vase"] as const;

export const TYPE_OF = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3] as const;

export const FACE_MARKS = ["1", "2", "3", "4", "red", "blue", "green", "yellow", "purple", "white", "1", "2", "3", "4", "jar", "bowl", "vase", "jar+bowl", "jar+vase", "bowl+vase", "jar+bowl+vase"] as const;

export const FACE_SHAPES = [[], [], [], [], [], [], [], [], [], [], [], [], [], [], ["jar"], ["bowl"], ["vase"], ["jar", "bowl"], ["jar", "vase"], ["bowl", "vase"], ["jar", "bowl", "vase"]] as const;

export const FACES_CALLED = ["1 date", "2 dates", "3 dates", "4 dates", "red carpet", "blue carpet", "green carpet", "yellow carpet", "purple carpet", "white carpet", "fruit worth 1", "fruit worth 2", "fruit worth 3", "fruit worth 4", "jar", "bowl", "vase", "jar with bowl", "jar with vase", "bowl with vase", "jar with bowl and vase"] as const;

export const FACE_TEXTS = ["1 date", "2 dates", "3 dates", "4 dates", "a red carpet", "a blue carpet", "a green carpet", "a yellow carpet", "a purple carpet", "a white carpet", "fruit worth 1", "fruit worth 2", "fruit worth 3", "fruit worth 4", "a jar", "a bowl", "a vase", "a jar with bowl", "a jar with vase", "a bowl with vase", "a jar with bowl and vase"] as const;

export const SALE_NAMES = ["date", "carpet", "fruit", "pottery: jar", "pottery: bowl", "pottery: vase"] as const;

export const SALE_TYPES = [0, 1, 2, 3, 3, 3] as const;

export const SALE_TEXTS = ["dates", "carpets", "fruit", "jars", "bowls", "vases"] as const;

export const SIDE_NAMES = ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1", "E2", "F1", "F2"] as const;

export const ABILITIES = ["name a type, draw 3: keep one of it", "gain the Extra Sale token", "swap a face-up card with another market", "draw a card for each empty camel", "fetch a face-up carpet or fruit", "fetch a face-up date or pottery", "draft a card each, you pick first", "discard one card you carry", "discard any market's face-up card", "swap a face-down for a face-up card", "move a face-down card elsewhere", "gain the Peek token"] as const;

export const AUCTIONS = ["highest bet", "lowest bet", "lucky 0", "cannot bet 2", "cannot bet 3", "most dates", "first player", "fewest goods"] as const;

export const AUCTION_CLAUSES = ["CAM-30", "CAM-31", "CAM-32", "CAM-33", "CAM-34", "CAM-35", "CAM-36", "CAM-37"] as const;

export const AUCTION_RULES = ["the highest bet wins; tied bets are out", "the lowest bet wins, but never 0; tied bets are out", "a single 0 wins; several lose 2 each, the highest wins", "nobody may bet 2; the highest wins", "nobody may bet 3; the highest wins", "+1 for the most dates; the highest wins", "-1 for the First Player; the highest wins", "+1 for the fewest goods; the highest wins"] as const;

export const CHANGING = [5, 6, 7] as const;

export const UNCHANGED = ["no dates yet", "no First Player yet", "no goods yet"] as const;

/** A sale from a camel. */
export interface Sale {
  /** Its place in SALE_NAMES. */
  sale: number;
  pounds: number;
  /** The coin on the camel, which is taken, too (CAM-23). */
  coin: number;
  total: number;
  /** The faces that stay on the camel. */
  stays: number[];
  /** The coin on the camel afterwards (CAM-23). */
  coin_left: number;
}

/** What can be sold from one camel. */
export interface Camel {
  /** Every sale, the best first, even if selling is not possible now. */
  sales: Sale[];
  /** Whether this camel was sold from in this turn of the final sale (CAM-16). */
  sold: boolean;
}

/** The goods of a seat. */
export interface Caravan {
  seat: number;
  /** What the goods would bring if sold now, once from each camel that was not sold from. */
  worth: number;
  camels: Camel[];
  /** By type, the row of PRICES that the goods have reached. */
  prices: (number | null)[];
}

/** What changes the bets of the auction that is on. */
export interface Auction {
  /** What is added to the bet of every seat (CAM-35 to CAM-37). */
  changes: number[];
  /** The dates, or the goods cards, of the seats whose bets rise; 0 if none does. */
  measure: number;
}

/** The bets of the viewer. The lists are indexed by pounds, from 0 to all they own. */
export interface Bets {
  /** The value that the bet is compared by (CAM-35 to CAM-38). */
  counts: number[];
  /** What it costs if it wins (CAM-38). */
  pays: number[];
  /** Whether a bet of 0 cannot win (CAM-31). */
  zero_ignored: boolean;
  /** What a bet of 0 loses if it is not the only one and somebody wins; None if a single 0 does not win (CAM-32). */
  zero_fine: number | null;
}

/** What a freight does to one type (CAM-13). */
export interface Fate {
  kind: number;
  /** The camel that carries the type, or else the best empty one; None if none can carry it. */
  camel: number | null;
  before: number;
  coming: number;
  /** How many more cards the camel then carries; less than 0 if there are too many. */
  room: number;
  lost: boolean;
  /** The chance that unseen cards of the freight are too many for the camel. */
  chance: number;
}

/** Goods about to be loaded by the viewer. New types go on the best camels, unless the camel is being chosen. */
export interface Freight {
  /** Those the viewer sees. */
  faces: number[];
  /** The number of the others. */
  unseen: number;
  /** The change in what the viewer's goods would bring, by what is seen. */
  gain: number;
  /** What they would bring then. */
  worth: number;
  /** The camels that are empty before. */
  empty: number[];
  /** The types that come, and those that may be lost. */
  fates: Fate[];
}

/** All that a viewer can work out about the table, and about the decision they are asked for. */
export interface OffSeasonForesight {
  /** The seats from the First Player on (CAM-12). */
  order: number[];
  /** The number of cards in the Tower. */
  tower: number;
  /** The most rounds that can follow this one (CAM-04, CAM-16). */
  rounds: number;
  /** The goods of the viewer; for a spectator those of the seat that acts. */
  caravan: Caravan;
  /** The seats that have still to take a card of the draft, in turn (CAM-46). */
  drafters: number[];
  /** None when no bets are made. */
  auction: Auction | null;
  /** None if the viewer is not asked for a bet. */
  bets: Bets | null;
  /** By type, the number of cards that the viewer has not seen: the basis of all chances; empty if there is none. */
  hidden: number[];
  freights: Freight[];
  /** The places in `freights` of the goods of every market, while the viewer has to choose one or to load it. */
  markets: Record<string, number>;
  /** For every legal action, in their order, the place in `freights` of what is loaded then; None if nothing is. Empty while bets are made and goods are sold. */
  actions: (number | null)[];
  /** How many cards the ability draws from the Tower (CAM-40, CAM-43, CAM-46). */
  draws: number;
  /** CAM-40: by type, the chance that one of them is of the type that is named. */
  chances: number[];
}
