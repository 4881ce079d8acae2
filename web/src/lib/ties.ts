// Equal scores on a last screen: what broke the tie, or that the place is shared. The server writes the sentences.
import type { Ending } from "./messages";
import { sentence, typeset } from "./words";

/** Why the first place went as it did; undefined if the scores alone decided. */
export function firstTie({ ties }: Ending): string | undefined {
  const tie = ties.find(({ place }) => place === 1);
  return tie && sentence(typeset(tie.text));
}

/** The same for the other places. */
export function otherTies({ ties }: Ending): string[] {
  return ties.filter(({ place }) => place > 1).map(({ text }) => sentence(typeset(text)));
}
