import type { Event, View } from "../../lib/messages";
import type { GuideStep } from "../../lib/scene";
import { dialOf, earnsByPassing, forbidding, read, setPoints } from "./read";

const told = (news: Event[], ...names: string[]) => news.some((event) => names.includes(event.name));
const asked = (view: View) => view.legal.length > 0;

/** What a player is told the first time it matters. */
export const guide: GuideStep[] = [
  {
    id: "lot", at: "[data-place=lot]",
    when: (view) => asked(view) && view.discarding !== true,
    say: "These cards are for sale, all to one buyer. Name a price above the last bid, or pass and be out of this auction.",
  },
  {
    id: "dial", at: "[aria-label='Price dial']",
    when: (view) => asked(view) && (view.round_number as number) > 1,
    say: "The winner pays the other players. The last digit of the price decides whom: under every bid you see who would be paid.",
  },
  {
    id: "pass", at: "[data-action=pass]",
    when: (view, _, me) => asked(view) && earnsByPassing(read(view), me) > 0 && (view.bank as number) > 0,
    say: "If you pass before ever bidding on a lot, you take 2 chips from the bank. Doing nothing can pay.",
  },
  {
    id: "paid",
    when: (_, news, me) => news.some((event) => event.name.startsWith("paid ") && event.values.winner !== undefined && event.values.seat === me),
    say: "You were just paid. Cards with the price's last digit earn their holder a share each; if nobody has that digit, all others share alike.",
  },
  {
    id: "forbidden", at: ".cell.forbidden",
    when: (view, _, me) => {
      const table = read(view);
      return asked(view) && dialOf(table, me) === me && [1, 2, 3, 4, 5, 6, 7, 8, 9].some((step) => forbidding(table, me, table.price + step).length > 0);
    },
    say: "The struck bids are closed to you: you own a card with that last digit. Every card you win makes your bidding narrower.",
  },
  {
    id: "sets", at: "[aria-label='Your cards by tribe']",
    when: (view, _, me) => (read(view).seats[me]?.sets ?? []).some((set) => set.length > 1),
    say: `Cards of one tribe are worth more together: ${[1, 2, 3, 4, 5].map(setPoints).join(", ")} points for one to five of them.`,
  },
  {
    id: "bluff", at: ".cell.edge",
    when: (view, _, me) => asked(view) && view.options.overbid !== false && (read(view).seats[me]?.chips ?? 99) < (view.price as number) + 6,
    say: "Past the bright mark you bid chips you do not have. If such a bid wins, you give up a card and sit the lot out.",
  },
  {
    id: "broke",
    when: (_, news) => told(news, "cannot pay"),
    say: "Somebody won and could not pay. They lose a card, and the same lot is auctioned again without them.",
  },
  {
    id: "last",
    when: (view) => (view.round_number as number) >= 13,
    say: "The last lots are on sale. When all are sold, most chips bring 3 points, so money left over is not wasted.",
  },
];
