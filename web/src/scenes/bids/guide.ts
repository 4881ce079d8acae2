// The steps of the first-game guide of Bids, each shown the first time it matters.
import type { Event, View } from "../../lib/messages";
import type { GuideStep } from "../../lib/scene";

const told =
  (...names: string[]) =>
  (_: View, news: Event[]) =>
    news.some(({ name }) => names.includes(name));
const asked = (view: View, me: number) => view.asks.includes(view.names[me]!) && !view.stealing;
const up = (view: View) => String(view.up);

export const guide: GuideStep[] = [
  {
    id: "bids-prize",
    at: ".bids .prize",
    when: (view, _, me) => asked(view, me),
    say: "All bid for the big black card. Each plays one card, face up; the highest number takes it.",
  },
  {
    id: "bids-hand",
    at: ".bids .hand",
    when: (view, news, me) => asked(view, me) && (view.turn_number as number) > 1 && !told("burned")(view, news),
    say: "Under each card stands what it would do if nobody played after you. Ten cards have to last ten turns.",
  },
  {
    id: "bids-burn",
    at: ".bids .middle",
    when: told("burned"),
    say: "A tie for the best burns the turn: nobody takes anything, and the last of those who tied leads.",
  },
  {
    id: "bids-take",
    at: ".bids .mine",
    when: (_, news, me) => news.some(({ name, values }) => name === "takes" && values.seat === me),
    say: "Black cards you take are your points of this round. Played from a hand they are bids, and go to the winner.",
  },
  {
    id: "bids-luck",
    at: ".bids .own .luck",
    when: (view, _, me) =>
      (view.turn_number as number) >= 4 &&
      view.you !== null &&
      !(view.taker as Record<string, string[]>)[view.names[me]!]!.length,
    say: "A player who ends the round without a black card is a lucky loser. The clover says for how much; it grows every time.",
  },
  {
    id: "bids-double",
    at: ".bids .prize",
    when: (view) => up(view) === "2x",
    say: "2× doubles all that its taker has this round so far, this turn included.",
  },
  {
    id: "bids-minus",
    at: ".bids .prize",
    when: (view) => up(view) === "-5",
    say: "The winner of this one loses five points. Play low.",
  },
  {
    id: "bids-thief",
    at: ".bids .prize",
    when: (view) => up(view) === "Thief" || Boolean(view.stealing),
    say: "The Thief's winner takes a black card from the lowest bidder who has one.",
  },
  {
    id: "bids-lowest",
    at: ".bids .prize",
    when: told("lowest"),
    say: "For the rest of the round the lowest bid wins.",
  },
  {
    id: "bids-round",
    at: ".bids .others",
    when: told("scored", "lucky loser"),
    say: "The round is counted, and all cards are dealt anew. All rounds together decide.",
  },
];
