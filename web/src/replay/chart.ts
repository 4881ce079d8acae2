// The geometry of the chart, as in bidwell/analysis/chart.py.
import { LABEL, type Analysis, type Point } from "../generated/analysis";

export function linesOf(report: Analysis): { seat: number; points: Point[] }[] {
  return report.seats.map((seat) => ({ seat, points: report.points.filter((point) => point.seat === seat) }));
}

/** Heights near the wanted ones, within bounds and far enough apart for labels. */
export function heights(wanted: number[], least: number, most: number): number[] {
  const order = wanted.map((_, n) => n).sort((a, b) => wanted[a]! - wanted[b]!);
  const places = [...wanted];
  let floor = least;
  for (const n of order) {
    places[n] = Math.max(wanted[n]!, floor);
    floor = places[n]! + LABEL;
  }
  let ceiling = most;
  for (const n of order.reverse()) {
    places[n] = Math.min(places[n]!, ceiling);
    ceiling = places[n]! - LABEL;
  }
  return places;
}

/** Where chapters begin, with their numbers if there is room. */
export function chapterMarks(
  report: Analysis,
  x: (step: number) => number,
): { step: number; middle: number; number: string }[] {
  let last = -100;
  return report.chapters.map((chapter, n) => {
    const middle = (x(chapter.step) + x(report.chapters[n + 1]?.step ?? report.steps)) / 2;
    const number = `${chapter.number ?? ""}`;
    const fits = number !== "" && middle - last >= 9 + 8 * number.length;
    if (fits) last = middle;
    return { step: chapter.step, middle, number: fits ? number : "" };
  });
}
