// The first-game guide of The Secret Auction House, and the keys of its scene.
import type { GuideStep } from "../../lib/scene";

const told =
  (...names: string[]): GuideStep["when"] =>
  (_view, news) =>
    news.some((event) => names.includes(event.name));

export const guide: GuideStep[] = [
  {
    id: "request",
    when: (view) => view.turned === 0 && view.legal.length > 0,
    say: "Two owners wrote to you. Keep one request: if it is fulfilled when the sale ends, its points are yours on top of your stars.",
    at: ".choosing .letters",
  },
  {
    id: "lot",
    when: (view) => view.turned === 1 && view.legal.length > 0,
    say: "The first item is up. Everybody seals a bid at once, with exactly as many money cards as it asks for; the highest sum takes it, and every star is a point.",
    at: ".lot",
  },
  {
    id: "notes",
    when: (view) => (view.turned as number) >= 1 && view.legal.length > 0,
    say: "Tap your money cards to put them in the envelope. A card that wins an item is gone for good; one that does not comes back later.",
    at: ".bidding .row",
  },
  {
    id: "opened",
    when: told("won", "tied", "all passed"),
    say: "The envelopes are open. The winner's cards lie under the item now, and all the others go to their owners' piles, striped.",
    at: ".last",
  },
  {
    id: "tie",
    when: told("won as next"),
    say: "A tie at the top cancels out! Then the next highest bid wins, if it is alone. A small odd bid can slip through.",
    at: ".last",
  },
  {
    id: "rivals",
    when: (view) => (view.turned as number) >= 3 && view.legal.length > 0,
    say: "Everyone began with the same ten money cards, so we count for you: under each name you see what is in hand, spent or gone, and how high they can go.",
    at: ".rival",
  },
  {
    id: "chips",
    when: (view) => view.legal.includes("recover"),
    say: "You must bid, unless you pay a chip to pass. Another use for a chip: take your pile back early, when the item is worth it.",
    at: ".bidding .bar",
  },
  {
    id: "collected",
    when: told("collected"),
    say: "When a hand is too small for the item in sight, the whole pile comes back, at no cost.",
    at: ".bidding .row",
  },
  {
    id: "out",
    when: told("dropped out"),
    say: "With too few money cards in hand and pile together, a bidder is out for the rest of the sale, but keeps items and request. Mind your own last cards!",
    at: ".rival.out",
  },
];

export const keys: [key: string, what: string][] = [
  ["1 – 9, 0", "put a money card into the bid, or take it out (0 is the 10)"],
  ["← →", "from card to card"],
  ["Enter", "seal the bid"],
  ["P", "pass, for a chip"],
  ["B", "take the pile back, for a chip"],
  ["Backspace", "empty the envelope"],
  ["1, 2", "at the start: select that request; Enter keeps it"],
];
