// Written by web/generate.py from bidwell/games/bids: change that instead.

export const COLOURS = ["red", "blue", "green", "yellow"] as const;

export const TURNS = 10 as const;

export const CARD_NAMES = ["red 1", "red 2", "red 3", "red 4", "red 5", "red 6", "red 7", "red 8", "red 9", "red 10", "red 11", "red 12", "red 13", "red 14", "blue 1", "blue 2", "blue 3", "blue 4", "blue 5", "blue 6", "blue 7", "blue 8", "blue 9", "blue 10", "blue 11", "blue 12", "blue 13", "blue 14", "green 1", "green 2", "green 3", "green 4", "green 5", "green 6", "green 7", "green 8", "green 9", "green 10", "green 11", "green 12", "green 13", "green 14", "yellow 1", "yellow 2", "yellow 3", "yellow 4", "yellow 5", "yellow 6", "yellow 7", "yellow 8", "yellow 9", "yellow 10", "yellow 11", "yellow 12", "yellow 13", "yellow 14", "black 1", "black 2", "black 3", "black 4", "black 5", "black 6", "black 7", "black 8", "black 9", "black 10", "black 11", "black 12", "black 13", "black 14", "2x", "-5", "Thief", "Shuffle", "Lowest", "Surprise", "blank 1", "blank 2", "Ally"] as const;

export const CARD_COLOURS = ["red", "red", "red", "red", "red", "red", "red", "red", "red", "red", "red", "red", "red", "red", "blue", "blue", "blue", "blue", "blue", "blue", "blue", "blue", "blue", "blue", "blue", "blue", "blue", "blue", "green", "green", "green", "green", "green", "green", "green", "green", "green", "green", "green", "green", "green", "green", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "yellow", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "black", "white"] as const;

export const CARD_BIDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, null, -5, null, null, null, null, null, null, null] as const;

export const CARD_POINTS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, -5, 0, 0, 0, 0, 0, 0, 0] as const;

/** The round if it ended now. */
export interface Round {
  /** Every seat's score (BID-15, BID-19, BID-32). */
  points: number[];
  /** The points of every seat's black cards, which allies share and lucky losers do not have. */
  taken: number[];
  /** The lucky losers: seats without a black card and without an ally (BID-19, BID-33). */
  lucky: number[];
  allies: number[];
  /** The black cards that count double (BID-35). */
  doubled: string[];
}

/** The turn if nobody played another card. */
export interface Turn {
  /** Won (BID-09), or burned: by a tie (BID-10), by the card in the middle (BID-22), because no bid is of the colour played most (BID-55), or because no number was bid (BID-30). */
  end: "won" | "tie" | "middle" | "pool" | "empty";
  /** The seats with the best bid in the order of play, if it is won or tied. */
  best: number[];
  winner: number | null;
  /** The seat that leads the next turn (BID-11). */
  leader: number;
  /** The visible cards that a winner takes and keeps: first the one in the middle, then in the order of play. */
  stake: string[];
  /** Whether the prize is the next card of the pile (BID-40). */
  unseen: boolean;
  /** The points that the winner's black cards gain, without an unseen and a stolen card. */
  gain: number;
  /** The lucky-loser points that a 2x costs a winner without a black card (BID-35). */
  luck_lost: number;
  /** The seats that the winner may steal from (BID-36). */
  victims: number[];
  /** The round after it, without an unseen and a stolen card. */
  then: Round;
}

/** The colours of a turn with colour bids. */
export interface Colours {
  /** The number of cards of each colour in it, the middle counting as black (BID-21). */
  counts: Record<string, number>;
  /** The colours played most, which can win (BID-20). */
  pool: string[];
}

/** A card of the seat that is asked. */
export interface Play {
  /** The index in `turns` of the turn with this card in it. */
  turn: number;
  /** The points that another seat, which wins, gets by this card; None if it gets nothing. */
  gives: number | null;
  /** The number of unseen cards that would beat it; None if it is no bid, and with colour bids. */
  beaten_by: number | null;
}

/** A choice of the thief (BID-36). */
export interface Theft {
  card: string;
  victim: number;
  then: Round;
}

/** All that a viewer can work out about the decision now. */
export interface BidsForesight {
  round: Round;
  /** What every seat would score as a lucky loser in this round (BID-19). */
  luck: number[];
  /** The seats in the order of play of this turn (BID-07). */
  order: number[];
  /** The turn with the cards played so far; None while a thief chooses and when the game is over. */
  turn: Turn | null;
  /** None without colour bids. */
  colours: Colours | null;
  /** The colours after one more card, by its colour. */
  colours_with: Record<string, Colours>;
  /** Whether the seat that is asked plays the last card of the turn. */
  last: boolean;
  /** Each card of the seat that is asked, if the viewer sees its hand. */
  plays: Record<string, Play>;
  /** The different turns that these cards lead to. */
  turns: Turn[];
  /** The choices of the thief who is asked. */
  thefts: Theft[];
}
