// The steps of the first-game guide of Off Season, each shown the first time it matters.
import type { Event, View } from "../../lib/messages";
import type { GuideStep } from "../../lib/scene";
import { caravanOf, type Table } from "./read";

const mine = (view: View, me: number) => view.asks.includes(view.names[me]!);
const stageOf = (view: View) => (view as Table).stage;
const asked = (stage: string) => (view: View, _: Event[], me: number) => mine(view, me) && stageOf(view) === stage;
const told = (name: string) => (_: View, news: Event[], me: number) =>
  news.some((event) => event.name === name && event.values.seat === me);

export const guide: GuideStep[] = [
  {
    id: "bet",
    when: asked("betting"),
    at: ".tower",
    say: "Everybody bets in secret for the first choice of a market. The banner on the Tower says what kind of auction it is; only the winner pays.",
  },
  {
    id: "opened",
    when: (_, news) => news.some((event) => event.name === "won"),
    at: ".rivals",
    say: "The bets are open. The winner pays, chooses first, and the others follow clockwise. All others have taken their bets back.",
  },
  {
    id: "market",
    when: asked("choosing"),
    at: ".stalls",
    say: "Choose a market. All its goods are yours, the face-down ones too. Point at one, and your camels show what it would do to them.",
  },
  {
    id: "ability",
    when: asked("ability"),
    at: "[aria-label='Your decision']",
    say: "Every market has an ability: one thing you may do first. It is an offer: you may always just take the goods.",
  },
  {
    id: "load",
    when: asked("loading"),
    at: ".caravan",
    say: "A camel carries one type of goods, as many cards as its cloth says. Later goods of that type must go on the same camel.",
  },
  {
    id: "heavy",
    at: ".caravan",
    when: (view, _, me) =>
      caravanOf(view as Table, view.names[me]!).some((camel) => camel.kind && camel.limit - camel.faces.length <= 1),
    say: "A swaying camel is nearly full. One card too many, and it throws off everything it carries.",
  },
  {
    id: "sell",
    when: asked("selling"),
    at: ".board",
    say: "Once a round you may sell from one camel. Large loads pay far better, but they may fall before you sell them.",
  },
  {
    id: "fallen",
    when: told("overloaded"),
    at: ".caravan",
    say: "Too much! Goods cannot be refused, so think of what face-down cards may be before you choose a market.",
  },
  {
    id: "tokens",
    at: ".mine",
    when: (view, _, me) => [...(view as Table).sale_tokens, ...(view as Table).peek_tokens].includes(view.names[me]!),
    say: "You have a token: an Extra Sale in a sell phase, or a Peek at a market's face-down cards when you choose. At the end it is worth nothing.",
  },
  {
    id: "final",
    when: (view) => stageOf(view) === "final sale",
    at: ".board",
    say: "The last chance: sell once from each camel. What stays on a camel brings nothing; most pounds win.",
  },
];
