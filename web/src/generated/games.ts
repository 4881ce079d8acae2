// Written by web/generate.py from bidwell/server/catalogue.py: change that instead.

export const LEVELS = ["novice", "regular", "expert"] as const;

export const LONGEST_NAME = 24 as const;

/** A piece of a text with what it is: `clause` cites one, `item` begins an item of a list, `plain` is all else. */
export interface TextPart {
  kind: "plain" | "mark" | "emphasis" | "code" | "clause" | "item";
  /** The text without its signs, on one line. */
  text: string;
  /** The bracket before a cited clause; it stays on the same line. */
  before: string;
  /** The bracket and the punctuation after a cited clause. */
  after: string;
}

export interface OptionInfo {
  name: string;
  kind: "flag" | "number" | "choice" | "subset" | "typed";
  default: unknown;
  help: string;
  clause: string;
  /** The name that people read. */
  label: string;
  /** What each value means at the table, in a sentence. */
  meanings: Record<string, string>;
  least: number | null;
  most: number | null;
  words: string[] | null;
}

/** What the page needs to know about a game before its rulebook. */
export interface GameInfo {
  name: string;
  title: string;
  pitch: string;
  /** A sentence for the game's door. */
  feel: string;
  /** The picture behind the door, as SVG; empty for games that the page has a picture of, and for those without. */
  art: string;
  /** The smallest number of players. */
  least: number;
  most: number;
  /** Approximate minutes that a game takes among people. */
  minutes: number;
  /** What the first word of an action asks a person to do, in the order to name them. */
  verbs: Record<string, string>;
  options: OptionInfo[];
}

export interface LevelInfo {
  name: "novice" | "regular" | "expert";
  about: string;
}

/** The bots that can be seated, and a note on what limits them here. */
export interface BotsInfo {
  levels: LevelInfo[];
  note: string;
}

export interface ClauseInfo {
  id: string;
  title: string;
  /** In the Markdown of rulebooks. */
  text: string;
  /** The same text, taken apart. */
  parts: TextPart[];
}

export interface SectionInfo {
  heading: string;
  heading_parts: TextPart[];
  text: string;
  parts: TextPart[];
  clauses: ClauseInfo[];
}

/** A line of the goal card. */
export interface GoalLine {
  text: string;
  /** The same text, taken apart: clauses are cited in brackets. */
  parts: TextPart[];
}

export interface RulebookInfo {
  title: string;
  /** The meaning of each mark in the text, such as [book]. */
  marks: Record<string, string>;
  sections: SectionInfo[];
}

export type DoorInfo = Omit<GameInfo, "options">;

export const DOORS: DoorInfo[] = [{"name": "serengeti", "title": "Serengeti", "pitch": "Bid for carvings with hidden chips; the last digit of the price decides which rivals are paid.", "feel": "You name the price, and its last digit decides which rival you make rich.", "art": "", "least": 3, "most": 5, "minutes": 30, "verbs": {"bid": "bid", "pass": "pass", "discard": "discard a card"}}, {"name": "bids", "title": "Bids", "pitch": "Play cards in turn for black points: highest wins, ties burn, and taking nothing may make a lucky loser.", "feel": "High card wins, a tie burns the prize, and taking nothing at all can pay best.", "art": "", "least": 3, "most": 6, "minutes": 30, "verbs": {"play": "play a card", "steal": "steal a card"}}, {"name": "secret_auction", "title": "The Secret Auction House", "pitch": "Sealed bids of one to three money cards for rare items, and a secret request that decides close games.", "feel": "Sealed envelopes, short money, and one secret request that turns a close night.", "art": "", "least": 3, "most": 5, "minutes": 20, "verbs": {"keep": "keep a request", "recover": "take back your pile", "bid": "bid", "pass": "pass"}}, {"name": "off_season", "title": "Off Season", "pitch": "Sealed bets for the first choice of a market, camels not to overload, goods to sell in time. Auctions and markets follow the rulebook's appendix; the frame around them is ours.", "feel": "Bet for first pick of the market, then hope your camel can carry what you grabbed.", "art": "", "least": 3, "most": 5, "minutes": 40, "verbs": {"bet": "bet", "market": "choose a market", "use": "use the ability", "no": "leave it", "load": "load a camel", "draft": "take a card", "sell": "sell", "keep": "keep a card", "spend": "spend the token"}}];
