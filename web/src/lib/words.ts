// Wording of the frame.
import type { Ending, Event, View } from "./messages";

/** `Anne`, `Anne and Burt`, `Anne, Burt and Carla`. */
export function listed(words: string[], last = "and"): string {
  const ends = words.at(-1) ?? "";
  return words.length < 2 ? ends : `${words.slice(0, -1).join(", ")} ${last} ${ends}`;
}

/** With a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number with its noun: `1 chip`, `2 chips`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A name of Python in readable form: `colour_bids` is "Colour bids". */
export function spelled(name: string): string {
  return capital(name.replaceAll("_", " "));
}

/** What the first word of an action asks a person to do, in the order to name them, as the game says it. */
export type Verbs = Record<string, string>;

/** The first word of an action: `use` of `use: move carpet`. */
export function verbOf(action: string): string {
  return action.split(" ")[0]!.replace(/:$/, "");
}

/** The kinds of action, those that the game lists first, in its order. */
export function kinds(legal: string[], verbs: Verbs): string[] {
  const legalKinds = [...new Set(legal.map(verbOf))];
  const told = Object.keys(verbs).filter((verb) => legalKinds.includes(verb));
  return [...told, ...legalKinds.filter((verb) => !told.includes(verb))];
}

/** The legal kinds of action in words, from their notation: `bid or pass`. */
export function choices(legal: string[], verbs: Verbs): string {
  const found = kinds(legal, verbs);
  if (found.length > 3) return "choose";
  return listed(
    found.map((verb) => verbs[verb] ?? verb),
    "or",
  );
}

/** Whose turn it is. */
export function banner(view: View, me: number | null, over: boolean, verbs: Verbs): string {
  if (over || !view.asks.length) return "The game is over";
  const mine = me === null ? undefined : view.names[me];
  if (mine !== undefined && view.asks.includes(mine)) return `Your turn: ${choices(view.legal, verbs)}`;
  if (view.asks.length > 2) return `Waiting for ${view.asks.length} players`;
  return `Waiting for ${listed(view.asks)}`;
}

/** A reason as a sentence, with a capital letter, true signs and a full stop. */
export function sentence(why: string): string {
  const said = capital(typeset(why));
  return /[.!?…]$/.test(said) ? said : `${said}.`;
}

/** `Anne wins`, `Anne and Burt share the win`. */
export function outcome(names: string[], ending: Ending, me: number | null): string {
  const first = names.filter((_, seat) => ending.places[seat] === 1);
  const mine = me !== null && ending.places[me] === 1;
  if (first.length > 1)
    return mine
      ? `You share the win with ${listed(first.filter((name) => name !== names[me]))}`
      : `${listed(first)} share the win`;
  return mine ? "You win" : `${first[0]} wins`;
}

const HOUR = 3600;
/** An hour counts as full for its first minute, so that a day starts at 24 hours. */
const BEGUN = 60;

/** Seconds as `0:42`; from an hour on in words, `5 hours` or `3 days`. */
export function clockFace(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= HOUR) {
    const hours = Math.floor((whole + BEGUN) / HOUR);
    const days = Math.floor(hours / 24);
    return days > 1 ? `${days} days` : `${hours} ${hours === 1 ? "hour" : "hours"}`;
  }
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A text with true minus and times signs, as on the cards; a number and its per cent stay on one line. */
export function typeset(text: string): string {
  return text
    .replace(/(^|[\s(])-(?=\d)/g, "$1−")
    .replace(/\b2x\b/g, "2×")
    .replace(/(\d) %/g, "$1\u00a0%");
}

/** Sentences for screen readers. */
export function spoken(news: Event[]): string {
  return news.map((event) => (/[.!?]$/.test(event.text) ? event.text : `${event.text}.`)).join(" ");
}

/** The last sentences that fit this many characters; a chapter heading only if nothing else happened. */
export function lastWords(news: Event[], room: number): string {
  const told = news.filter((event) => !event.heading);
  const from = told.length ? told : news;
  let said = "";
  for (const event of from.toReversed()) {
    const longer = `${spoken([event])} ${said}`.trim();
    if (said && longer.length > room) return `… ${said}`;
    said = longer;
  }
  return said;
}
