// The chat of a table: single lines, and the whole chat on arrival.
import type { ChatLine } from "./messages";

/** The chat after these lines, and how many of them are new to this device. */
export function heardTalk(
  before: ChatLine[],
  lines: ChatLine[],
  whole: boolean,
  mine: number[],
): { talk: ChatLine[]; unread: number } {
  const news = !whole ? lines : before.length ? lines.slice(before.length) : [];
  const unread = news.filter((line) => line.seat === null || !mine.includes(line.seat)).length;
  return { talk: whole ? lines : [...before, ...lines], unread };
}
