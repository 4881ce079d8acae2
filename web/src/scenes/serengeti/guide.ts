// The steps of the first-game guide of Serengeti, each shown the first time it matters.
import type { View } from "../../lib/messages";
import type { GuideStep } from "../../lib/scene";
import {
  CHIPS_FOR_PASSING,
  POINTS_FOR_MOST_CHIPS,
  ROUNDS,
  SET_POINTS,
  type SerengetiForesight,
} from "../../generated/serengeti";
import { PAID } from "./news";
import { read } from "./read";

const asked = (view: View) => view.legal.length > 0;
const seatOf = (view: View, me: number, foresight: unknown) => read(view, foresight as SerengetiForesight).seats[me];

export const guide: GuideStep[] = [
  {
    id: "lot",
    at: "[data-place=lot]",
    when: (view) => asked(view) && view.discarding !== true,
    say: "The whole lot goes to one buyer. Bid more than the last bid, or pass and be out of this auction.",
  },
  {
    id: "dial",
    at: "[aria-label='Price dial']",
    when: (view) => asked(view) && (view.round_number as number) > 1,
    say: "The winner pays the other players. The price's last digit decides whom: it stands under every bid.",
  },
  {
    id: "pass",
    at: "[data-action=pass]",
    when: (view, _, __, foresight) => asked(view) && ((foresight as SerengetiForesight).passing?.earns ?? 0) > 0,
    say: `If you pass before bidding on a lot, you take ${CHIPS_FOR_PASSING} chips from the bank.`,
  },
  {
    id: "paid",
    when: (_, news, me) => news.some(({ name, values }) => PAID.includes(name) && values.seat === me),
    say: "You were paid. Every card with the price's last digit earns a share; if nobody else has one, all others share alike.",
  },
  {
    id: "forbidden",
    at: ".cell.forbidden",
    when: (view, _, me, foresight) => asked(view) && !!seatOf(view, me, foresight)?.cards.length,
    say: "The struck bids are closed to you: you own a card with that last digit.",
  },
  {
    id: "sets",
    at: "[aria-label='Your cards by tribe']",
    when: (view, _, me, foresight) => (seatOf(view, me, foresight)?.sets ?? []).some((set) => set.length > 1),
    say: `Cards of one tribe are worth more together: ${SET_POINTS.slice(1).join(", ")} points for one to five of them.`,
  },
  {
    id: "bluff",
    at: ".cell.edge",
    when: (view, _, me, foresight) =>
      asked(view) &&
      view.options.overbid !== false &&
      (seatOf(view, me, foresight)?.chips ?? 99) < (view.price as number) + 6,
    say: "Past the bright mark you bid chips you do not have. If that wins, you give up a card and sit the lot out.",
  },
  {
    id: "broke",
    when: (_, news) => news.some((event) => event.name === "cannot pay"),
    say: "The winner could not pay: a card is lost, and the lot is auctioned again without them.",
  },
  {
    id: "last",
    when: (view) => (view.round_number as number) > ROUNDS - 3,
    say: `The last lots. When all are sold, most chips bring ${POINTS_FOR_MOST_CHIPS} points.`,
  },
];
