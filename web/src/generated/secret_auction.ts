// Written by web/generate.py from bidwell/games/secret_auction: change that instead.

export const TYPES = ["Ruby", "Sapphire", "Emerald", "Amethyst", "Topaz", "Opal"] as const;

export const STARS = 3 as const;

export const ITEM_NAMES = ["Ruby 1", "Ruby 2", "Ruby 3", "Sapphire 1", "Sapphire 2", "Sapphire 3", "Emerald 1", "Emerald 2", "Emerald 3", "Amethyst 1", "Amethyst 2", "Amethyst 3", "Topaz 1", "Topaz 2", "Topaz 3", "Opal 1", "Opal 2", "Opal 3"] as const;

export const ITEM_TYPES = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5] as const;

export const ITEM_STARS = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3] as const;

export const ITEM_SIZES = {"square": [2, 3, 1, 3, 1, 2, 1, 2, 3, 2, 3, 1, 3, 1, 2, 1, 2, 3], "stars": [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]} as const;

export const MONEY = 10 as const;

export const BID_RANGES = [[0, 0], [1, 10], [3, 19], [6, 27]] as const;

export const CHIPS_EACH = 3 as const;

export const REQUEST_CLAUSES = ["SEC-40", "SEC-41", "SEC-42", "SEC-43", "SEC-44", "SEC-45", "SEC-46", "SEC-47", "SEC-48", "SEC-49"] as const;

export const REQUEST_NAMES = ["the Saver", "the Specialist", "the Collector", "the Modest", "the Bargain Hunter", "the Numerologist", "the Patient", "the Twin", "the Matchmaker", "the Connoisseur"] as const;

export const REQUEST_POINTS = [5, 3, 4, 4, 4, 4, 4, 4, 5, 3] as const;

export const REQUEST_WISHES = ["Most money cards in hand and pile together; tied is enough.", "Items of at most three types, and at least one item.", "Items of at least four types.", "Fewest three-star items of all; tied is enough.", "Most one-star items, at least one; tied is enough.", "The sum of your stars is a multiple of 4, not 0.", "All three chips unused.", "Exactly two two-star items, any others besides.", "Two or more types with at least two items each.", "At least one item each of one, two and three stars."] as const;

export const FEW_TYPES = 1 as const;

export const MANY_TYPES = 2 as const;

export const MULTIPLE_OF_FOUR = 5 as const;

export const CHIPS_UNUSED = 6 as const;

export const TWO_TWOS = 7 as const;

export const PAIRS = 8 as const;

export const CANNOT = 0 as const;

export const TIES_WITH_CHIP = 1 as const;

export const TIES = 2 as const;

export const BEATS_WITH_CHIP = 3 as const;

export const BEATS = 4 as const;

/** A seat, as far as the viewer can count. */
export interface Bidder {
  /** The money cards in hand: those neither in the pile nor gone. */
  hand: number[];
  /** Stars won so far (SEC-35). */
  stars: number;
  /** The highest bid for the item in sight; 0 if none is in sight or the seat is out. */
  most: number;
  /** The same if the seat takes its pile back for a chip, if it can (SEC-31). */
  most_with_chip: number;
  /** The sum of the sealed bid; None if it is hidden or there is none. */
  bid: number | null;
  /** The chips that go when the choices are opened, as far as the viewer knows. */
  spending: number;
  /** Whether the request is fulfilled as things stand; None if it is hidden or not chosen. */
  fulfilled: boolean | null;
  /** The points for the request as things stand (SEC-35); None if it is hidden or not chosen. */
  request_points: number | null;
}

/** The progress of the viewer's request (SEC-40 to SEC-49). */
export interface Progress {
  fulfilled: boolean;
  /** Whether it cannot be fulfilled any more: types, two-star items and spent chips only become more. */
  lost: boolean;
  /** What the request counts: money cards, types, items, stars, chips, or rarities. */
  count: number;
  /** The number wanted; the most allowed for SEC-41, the next multiple for SEC-45; 0 if players are compared. */
  goal: number;
  /** The number of steps taken. */
  done: number;
  /** The number of steps to the goal; 0 if players are compared. */
  steps: number;
  /** The count of every seat, if players are compared. */
  counts: number[];
  /** The best of the others, if players are compared. */
  rival: number | null;
  /** For SEC-49, the number of items with one, two and three stars. */
  by_stars: number[];
}

/** What winning the item in sight does. It is the same for every bid, as all have the same number of cards. */
export interface Winning {
  /** The stars won, with the item. */
  stars: number;
  /** Whether the request is then fulfilled. */
  fulfilled: boolean;
  /** What changes for the request. */
  request: "met" | "no longer met" | "lost" | null;
  /** The money cards then left in hand and pile together. */
  cards_left: number;
  /** The largest bid for an item to come for which they are too few, so that the seat drops out (SEC-21). */
  too_few_for: number | null;
}

/** What a choice that costs a chip does. */
export interface Spending {
  chips_left: number;
  /** The hand then. */
  hand: number[];
  /** What changes for the request. */
  request: "met" | "no longer met" | "lost" | null;
}

/** Notable bids, as indices of the legal actions. */
export interface Offers {
  least: number;
  /** The lowest bid that at least one rival cannot reach, even with a chip. */
  beats_one: number | null;
  /** The lowest bid that no rival can reach: it is sure to win. */
  beats_all: number | null;
  most: number;
}

/** All that a viewer can work out about the item in sight. A spectator has the bidders only. */
export interface SecretAuctionForesight {
  bidders: Bidder[];
  /** The viewer's money cards for a bid, with a pile taken back for this item (SEC-31). */
  usable: number[];
  /** The viewer's request; None before it is chosen. */
  request: Progress | null;
  /** What every seat can do against each sum that the viewer can bid or has bid: CANNOT to BEATS. The viewer and seats that are out cannot do anything. */
  answers: Record<string, number[]>;
  /** The sum of every legal action, in their order; 0 for one that is no bid (SEC-11). */
  sums: number[];
  offers: Offers | null;
  winning: Winning | null;
  /** SEC-30; None if it is not legal. */
  passing: Spending | null;
  /** SEC-31; None if it is not legal. */
  recovering: Spending | null;
}
