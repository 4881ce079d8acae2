// Animates pieces from their old place to the new one. Scenes only mark elements: `data-piece` names a thing that is on
// the page at most once (a card), `data-place` a place that pieces come from or go to (the deck, a player's purse), and
// `data-from` on a piece names its origin if it was not on the page before.
import { tick } from "svelte";
import type { Payment } from "./scene";

const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";
export const FLIGHT = 280;
export const STAGGER = 70;
const MOST_COINS = 6;

export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";
}

type Spots = Map<string, DOMRect>;

function spots(root: Element, mark: "piece" | "place"): Spots {
  const found: Spots = new Map();
  for (const element of root.querySelectorAll<HTMLElement>(`[data-${mark}]`)) {
    const name = element.dataset[mark];
    const box = element.getBoundingClientRect();
    if (name && box.width && !found.has(name)) found.set(name, box);
  }
  return found;
}

/** Applies a change to the page and moves every piece to its new place. Resolves when all have arrived. */
export async function fly(root: Element, change: () => void): Promise<void> {
  if (calm()) {
    change();
    await tick();
    return;
  }
  const before = spots(root, "piece");
  const places = spots(root, "place");
  change();
  await tick();
  const flights: Animation[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const old = before.get(element.dataset.piece ?? "");
    const from = old ?? places.get(element.dataset.from ?? "");
    const flight = from && flown(element, from, flights.length, !old);
    if (flight) flights.push(flight);
  }
  await landed(flights);
}

/** The size at the start of a flight. A place may be as wide as a whole seat: what comes from there is never larger. */
export function startScale(from: number, to: number, fromPlace: boolean): number {
  return Math.min(fromPlace ? 1 : 2, Math.max(0.3, from / to));
}

function flown(element: HTMLElement, from: DOMRect, order: number, fromPlace: boolean): Animation | undefined {
  const to = element.getBoundingClientRect();
  const dx = from.x + from.width / 2 - to.x - to.width / 2;
  const dy = from.y + from.height / 2 - to.y - to.height / 2;
  if (!to.width || Math.hypot(dx, dy) < 2) return undefined;
  const scale = startScale(from.width, to.width, fromPlace);
  return element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 50 },
      { transform: "none", zIndex: 50 },
    ],
    { duration: FLIGHT, delay: Math.min(order, 8) * STAGGER, easing: EASE, fill: "backwards" },
  );
}

/** Moves coins along an arc from payer to payee. */
export async function slide(root: Element, payments: Payment[]): Promise<void> {
  if (calm()) return;
  const places = spots(root, "place");
  const flights: Animation[] = [];
  for (const payment of payments) {
    const from = places.get(payment.from);
    const to = places.get(payment.to);
    if (!from || !to) continue;
    for (let coin = 0; coin < Math.min(payment.amount, MOST_COINS); coin += 1) flights.push(toss(from, to, coin));
  }
  await landed(flights);
}

function toss(from: DOMRect, to: DOMRect, order: number): Animation {
  const coin = document.createElement("div");
  coin.className = "coin-in-flight";
  document.body.append(coin);
  const [x0, y0, x1, y1] = [
    from.x + from.width / 2,
    from.y + from.height / 2,
    to.x + to.width / 2,
    to.y + to.height / 2,
  ];
  const lift = Math.min(90, 30 + Math.abs(x1 - x0) / 6);
  const at = (x: number, y: number) => `translate(${x}px, ${y}px)`;
  const flight = coin.animate(
    [
      { transform: at(x0, y0), opacity: 0 },
      { transform: at((x0 + x1) / 2, (y0 + y1) / 2 - lift), opacity: 1 },
      { transform: at(x1, y1), opacity: 1 },
    ],
    { duration: FLIGHT + 120, delay: order * STAGGER, easing: "ease-in-out", fill: "both" },
  );
  flight.finished.then(
    () => coin.remove(),
    () => coin.remove(),
  );
  return flight;
}

async function landed(flights: Animation[]): Promise<void> {
  await Promise.allSettled(flights.map((flight) => flight.finished));
}

/** Finishes all running animations at once. */
export function skip(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
  }
}
