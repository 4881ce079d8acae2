// The four doors, as shown before the server has answered.
export interface DoorFacts {
  name: string;
  title: string;
  feel: string;
  least: number;
  most: number;
  minutes: number;
}

export const DOORS: DoorFacts[] = [
  {
    name: "serengeti",
    title: "Serengeti",
    feel: "You name the price, and its last digit decides which rival you make rich.",
    least: 3, most: 5, minutes: 30,
  },
  {
    name: "bids",
    title: "Bids",
    feel: "High card wins, a tie burns the prize, and taking nothing at all can pay best.",
    least: 3, most: 6, minutes: 30,
  },
  {
    name: "secret_auction",
    title: "The Secret Auction House",
    feel: "Sealed envelopes, short money, and one secret request that turns a close night.",
    least: 3, most: 5, minutes: 20,
  },
  {
    name: "off_season",
    title: "Off Season",
    feel: "Bet for first pick of the market, then hope your camel can carry what you grabbed.",
    least: 3, most: 5, minutes: 40,
  },
];

/** A game without a door here is described by the server's data. */
export const doorOf = (name: string): DoorFacts | undefined => DOORS.find((door) => door.name === name);
