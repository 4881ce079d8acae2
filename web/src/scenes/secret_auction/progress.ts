// The progress of a request, in words.
import type { Progress } from "../../generated/secret_auction";
import { counted } from "../../lib/words";
import { type Request } from "./components";

/** The progress of my request, in numbers. */
export function progressText(request: Request, progress: Progress, names: string[]): string {
  const { fulfilled, count: have, goal, steps, counts, rival } = progress;
  // The wish beside it says what is compared.
  if (rival !== null) return `you ${have}, ${names[rival]} ${counts[rival]}`;
  switch (request.clause) {
    case "SEC-41":
      return `${counted(have, "type")} so far, ${goal} at most`;
    case "SEC-42":
      return `${have} of ${goal} types`;
    case "SEC-45":
      return fulfilled
        ? `${have} stars: a multiple of ${steps}`
        : `${counted(have, "star")}: ${goal - have} more to ${goal}`;
    case "SEC-46":
      return `${have} of ${goal} chips unused`;
    case "SEC-47":
      return `${have} two-star, exactly ${goal} wanted`;
    case "SEC-48":
      return `${have} of ${goal} types doubled`;
    default:
      return rarities(progress.by_stars);
  }
}

function rarities(byStars: number[]): string {
  const there = byStars.flatMap((items, at) => (items ? ["★".repeat(at + 1)] : []));
  return there.length ? `have ${there.join(" ")}` : "none of ★ ★★ ★★★ yet";
}
