import type { Event, View } from "../../lib/messages";
import type { GuideStep } from "../../lib/scene";

const told = (...names: string[]) => (_: View, news: Event[]) => news.some(({ name }) => names.includes(name));
const asked = (view: View, me: number) => view.asks.includes(view.names[me]!) && !view.stealing;
const up = (view: View) => String(view.up);

export const guide: GuideStep[] = [
  {
    id: "bids-prize", at: ".bids .prize",
    when: (view, _, me) => asked(view, me),
    say: "The big black card is what everyone bids for. Each plays one card, in turn and face up; the highest number takes it.",
  },
  {
    id: "bids-hand", at: ".bids .hand",
    when: (view, news, me) => asked(view, me) && (view.turn_number as number) > 1 && !told("burned")(view, news),
    say: "Under each card stands what it would do if nobody played after you. Ten cards have to last ten turns, so a low card is not wasted on a poor prize.",
  },
  {
    id: "bids-burn", at: ".bids .middle", when: told("burned"),
    say: "A tie for the best burns the turn: nobody takes anything, and the last of those who tied leads. Tying on purpose is a fine way to spoil a prize.",
  },
  {
    id: "bids-take", at: ".bids .mine", when: (_, news, me) => news.some(({ name, values }) => name === "takes" && values.seat === me),
    say: "Black cards you take are your points of this round. A black card in anyone's hand is a bid too, and goes to the winner of its turn.",
  },
  {
    id: "bids-luck", at: ".bids .own .luck",
    when: (view, _, me) => (view.turn_number as number) >= 4 && view.you !== null && !(view.taker as Record<string, string[]>)[view.names[me]!]!.length,
    say: "Nothing taken yet? Whoever ends the round without a black card is a lucky loser. The clover says for how much, and it grows every time.",
  },
  { id: "bids-double", at: ".bids .prize", when: (view) => up(view) === "2x", say: "2× doubles all that its taker has this round, this turn included, and nothing after. It is worth most to whoever has most." },
  { id: "bids-minus", at: ".bids .prize", when: (view) => up(view) === "-5", say: "Five points less for whoever wins this one. Play low, and hope that somebody else has only high cards." },
  { id: "bids-thief", at: ".bids .prize", when: (view) => up(view) === "Thief" || Boolean(view.stealing), say: "The Thief's winner takes a black card from the lowest bidder who has one. For once the lowest card is dangerous." },
  { id: "bids-lowest", at: ".bids .prize", when: told("lowest"), say: "Now everything is upside down: for the rest of the round the lowest bid wins." },
  { id: "bids-round", at: ".bids .others", when: told("scored", "lucky loser"), say: "The round is counted and all cards are dealt anew. Whoever is ahead leads; the points of all rounds together decide." },
];
