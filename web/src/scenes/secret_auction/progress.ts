// The progress of a request, in words.
import {
  CHIPS_UNUSED,
  FEW_TYPES,
  MANY_TYPES,
  MULTIPLE_OF_FOUR,
  PAIRS,
  TWO_TWOS,
  type Progress,
} from "../../generated/secret_auction";
import { counted } from "../../lib/words";
import { type Request } from "./components";

/** The progress of my request, in numbers. */
export function progressText(request: Request, progress: Progress, names: string[]): string {
  const { fulfilled, count: have, goal, steps, counts, rival } = progress;
  // The wish beside it says what is compared.
  if (rival !== null) return `you ${have}, ${names[rival]} ${counts[rival]}`;
  switch (request.number) {
    case FEW_TYPES:
      return `${counted(have, "type")} so far, ${goal} at most`;
    case MANY_TYPES:
      return `${have} of ${goal} types`;
    case MULTIPLE_OF_FOUR:
      return fulfilled
        ? `${have} stars: a multiple of ${steps}`
        : `${counted(have, "star")}: ${goal - have} more to ${goal}`;
    case CHIPS_UNUSED:
      return `${have} of ${goal} chips unused`;
    case TWO_TWOS:
      return `${have} two-star, exactly ${goal} wanted`;
    case PAIRS:
      return `${have} of ${goal} types doubled`;
    default:
      return rarities(progress.by_stars);
  }
}

function rarities(byStars: number[]): string {
  const there = byStars.flatMap((items, at) => (items ? ["★".repeat(at + 1)] : []));
  return there.length ? `have ${there.join(" ")}` : "none of ★ ★★ ★★★ yet";
}
