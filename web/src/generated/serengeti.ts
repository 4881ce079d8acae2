// Written by web/generate.py from bidwell/games/serengeti: change that instead.

export const TRIBES = ["Nuba", "Massai", "Bantu", "Nandi", "Tonga", "Samburu"] as const;

export const ROUNDS = 15 as const;

export const HIGHEST_BID = 65 as const;

export const CARD_NAMES = ["Nuba 0", "Nuba 3", "Nuba 6", "Nuba 8", "Nuba 9", "Massai 1", "Massai 2", "Massai 4", "Massai 5", "Massai 7", "Bantu 0", "Bantu 1", "Bantu 2", "Bantu 3", "Bantu 4", "Nandi 5", "Nandi 6", "Nandi 7", "Nandi 8", "Nandi 9", "Tonga 0", "Tonga 2", "Tonga 4", "Tonga 6", "Tonga 8", "Samburu 1", "Samburu 3", "Samburu 5", "Samburu 7", "Samburu 9"] as const;

export const CARD_TRIBES = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5] as const;

export const DIGIT = [0, 3, 6, 8, 9, 1, 2, 4, 5, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 2, 4, 6, 8, 1, 3, 5, 7, 9] as const;

export const SET_POINTS = [0, 1, 3, 6, 10, 15] as const;

export const LOT_SIZES = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3] as const;

export const LAST_DIGIT = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5] as const;

export const CHIPS_FOR_PASSING = 2 as const;

export const POINTS_FOR_MOST_CHIPS = 3 as const;

/** The bids of one seat. The lists are indexed by price, from 0 to the highest possible bid. */
export interface Dial {
  bidder: number;
  /** The first bid that the bidder could not pay (SER-16); None if their chips are hidden. */
  first_bluff: number | null;
  /** The highest bid they may make (SER-15). Hidden chips forbid nothing. */
  highest: number;
  /** For every price that their cards forbid, the cards with its last digit (SER-13). */
  forbidden_by: Record<string, string[]>;
  /** The change in every seat's chips if the bid wins and is paid (SER-19 to SER-22). */
  changes: number[][];
  /** The rest, which goes to the bank (SER-23). */
  bank: number[];
  /** The number of matching cards; with none, the price is split evenly (SER-22). */
  matching: number[];
}

/** The sale of the lot at a price. A price of 0: the lot is free (SER-11). */
export interface Sale {
  winner: number;
  price: number;
  /** The change in every seat's chips, if it is paid. */
  changes: number[];
  bank: number;
  matching: number;
  /** None if the winner's chips are hidden. */
  can_pay: boolean | null;
}

/** What happens when the seat that is asked passes. */
export interface Pass {
  /** Chips from the bank (SER-10). */
  earns: number;
  /** Whether a bid on this lot is the reason to earn nothing; otherwise it was paid already, or the bank is empty. */
  has_bid: boolean;
  /** The sale that follows at once; None if the auction goes on. */
  then: Sale | null;
}

/** The loss of a card by a winner who could not pay (SER-16). */
export interface Discard {
  /** The points of the card's set (SER-25). */
  points_now: number;
  points_then: number;
  /** The last digit that may be bid again (SER-13); None if another card still forbids it. */
  frees: number | null;
}

/** All that a viewer can work out about the decision now. When the game is over only points are left. */
export interface SerengetiForesight {
  /** The points of every seat's sets, by tribe (SER-25). */
  sets: number[][];
  /** The same for a seat that gets the lot. */
  sets_with_lot: number[][];
  /** The points of every seat for its chips (SER-26); empty until the game is over. */
  chip_points: number[];
  /** The sale if nobody bids more; None if no lot is on sale. */
  standing: Sale | null;
  /** The bids of the viewer while they are in the auction, otherwise of the seat that is asked. */
  dial: Dial | null;
  /** Whether a bid of the seat that is asked wins at once, because everybody else is out. */
  bid_wins: boolean;
  /** The pass of the seat that is asked; None while it discards. */
  passing: Pass | null;
  /** Each discard of the seat that is asked, by card. */
  discards: Record<string, Discard>;
}
