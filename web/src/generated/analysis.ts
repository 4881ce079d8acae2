// Written by web/generate.py from bidwell/analysis/report.py: change that instead.

export const SHAPES = ["M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0", "M-4.5 -4.5h9v9h-9z", "M0 -5.5L5.5 4.5H-5.5z", "M0 -6L6 0L0 6L-6 0z", "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z", "M0 5.5L5.5 -4.5H-5.5z"] as const;

export const LABEL = 17 as const;

/** One compared action with the share of worlds won after it. */
export interface Alternative {
  action: string;
  wins: number;
  error: number;
  /** The difference to the best action, in the same worlds. */
  behind: number;
  behind_error: number;
  /** The number of visits in the search; 0 if the network proposed it. */
  tried: number;
  played: boolean;
  /** The action in words that fit after "you"; empty if nobody has put it into words. */
  said: string;
}

/** A judged decision with more than one option. `step` is its number in the record, as `bidwell replay` counts. */
export interface Decision {
  step: number;
  seat: number;
  place: string;
  heading: string;
  played: string;
  /** `mistake`, `slip`, `best` if the choice mattered, or `fine` if nothing was clearly better. */
  grade: string;
  /** The win chance before the decision, if the judge had chosen. */
  before: number;
  /** The win chance after the action played. */
  wins: number;
  error: number;
  /** How much more the best alternative won in the same worlds. */
  cost: number;
  cost_error: number;
  /** True if the cost is clearly more than chance explains. */
  clear: boolean;
  /** True if the cost is clear and the largest of those that missed the same action in the same place. */
  counts: boolean;
  /** The seat that gained most from a clear cost, from the view of the seat that played. */
  gainer: number | null;
  /** Best first. */
  alternatives: Alternative[];
  worlds: number;
}

/** A seat's win chance from its own view after `step` decisions. */
export interface Point {
  step: number;
  seat: number;
  place: string;
  wins: number;
  error: number;
  /** `chapter` or `before`: the chance at that moment; `after`: after its own decision; `end`: the result. */
  kind: string;
}

/** A heading of the game, after `step` decisions. */
export interface Chapter {
  step: number;
  /** `Round 3` */
  name: string;
  heading: string;
  /** `Round` */
  word: string;
  /** 3; None for a chapter without a number. */
  number: number | null;
}

/** A turning point: a clearly costly decision of a seat, or a swing caused by others or the cards. */
export interface TurningPoint {
  step: number;
  seat: number;
  place: string;
  /** `cost` or `swing`. */
  kind: string;
  before: number;
  after: number;
  /** What was done, and instead of what or by whom: `passed, not bid 8`, `Carla bid 41, Dora passed`. */
  what: string;
  /** The whole turning point as one sentence. */
  text: string;
}

/** The summary of one seat. */
export interface PlayerSummary {
  name: string;
  /** The final place, 1 for a winner; None if the game is not over. */
  place: number | null;
  score: number;
  decisions: number;
  /** The number of decisions by grade. The same action missed again in the same place counts once. */
  grades: Record<string, number>;
  /** The mean cost of a decision, over all costs that count. */
  average: number;
}

/** An analysed game. `decisions` and `points` are in the order of the game, `turns` the largest first. */
export interface Analysis {
  game: string;
  title: string;
  over: boolean;
  /** The seats that were judged. */
  seats: number[];
  steps: number;
  players: PlayerSummary[];
  decisions: Decision[];
  points: Point[];
  chapters: Chapter[];
  turns: TurningPoint[];
  /** The number of decisions to judge; `decisions` has fewer if the analysis was interrupted. */
  requested: number;
  interrupted: boolean;
  engine: string;
  /** Who played on in the imagined worlds: `network` or `heuristic`. */
  judge: string;
  /** The number of worlds for every alternative; None if the budget was time. */
  worlds: number | null;
  seed: number;
}
