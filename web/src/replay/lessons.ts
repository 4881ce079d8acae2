// The mistakes of a game, to be stepped through, in words.
import { typeset } from "../lib/words";
import type { Alternative, Analysis, Decision } from "../generated/analysis";

/** The decisions for which something else was clearly better, in the order of the game. */
export function mistakes(report: Analysis): Decision[] {
  return report.decisions.filter(({ clear }) => clear).sort((one, other) => one.step - other.step);
}

const percent = (share: number) => Math.round(100 * share);

/** What it cost, with its uncertainty: two standard errors. */
export function costText({ cost, cost_error }: Decision): string {
  return `−${percent(cost)} ± ${Math.max(1, percent(2 * cost_error))}`;
}

const inWords = ({ said, action }: Alternative) => typeset(said || action);

/** What was done, in words. */
export function playedText({ alternatives, played }: Decision): string {
  const own = alternatives.find((each) => each.played);
  return own ? inWords(own) : typeset(played);
}

/** What was done and what was better, with the chances of winning and their uncertainty. */
export function lessonText(judged: Decision, names: string[]): string {
  const [best] = judged.alternatives;
  const sure = Math.max(1, percent(2 * judged.cost_error));
  return typeset(
    `${names[judged.seat]}: ${playedText(judged)}, ${percent(judged.wins)} % to win. ` +
      `Better: ${inWords(best!)}, ${percent(best!.wins)} %, which is ${percent(judged.cost)} more, give or take ${sure}.`,
  );
}
