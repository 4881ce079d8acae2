// The talk at a table: line by line, and whole when one comes in.
import type { ChatLine } from "./messages";

/** The talk after these lines were heard, and how many of them are news to those at this device. */
export function heardTalk(before: ChatLine[], lines: ChatLine[], whole: boolean, mine: number[]): { talk: ChatLine[]; unread: number } {
  const news = !whole ? lines : before.length ? lines.slice(before.length) : [];
  const unread = news.filter((line) => line.seat === null || !mine.includes(line.seat)).length;
  return { talk: whole ? lines : [...before, ...lines], unread };
}
