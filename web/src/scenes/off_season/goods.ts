// The goods and their prices (CAM-01, CAM-02, CAM-20 to CAM-23). A face is a card in notation: "date 3".

export const KINDS = ["date", "carpet", "fruit", "pottery"] as const;
export type Kind = (typeof KINDS)[number];
export type Face = string;
export const SHAPES = ["jar", "bowl", "vase"] as const;
export const PLURALS: Record<Kind, string> = { date: "dates", carpet: "carpets", fruit: "fruit", pottery: "pottery" };

export const LIMITS = [3, 4, 5, 6] as const;
export const CARDS = 128;
export const TURN_BELOW = 80;
export const DATES_PAY = [0, 1, 1, 2, 2, 4, 4, 6, 6, 9, 9, 12, 12, 16];
export const CARPETS_PAY = [0, 1, 3, 6, 10, 15, 20];
export const POTTERY_PAY = [0, 2, 4, 6, 9, 12, 16];
export const COPIES: Record<Kind, number> = { date: 34, carpet: 30, fruit: 32, pottery: 32 };

export const kindOf = (face: Face): Kind => face.split(" ")[0] as Kind;
/** The name of a card within its type: "3", "red", "jar+bowl". */
export const markOf = (face: Face): string => face.slice(face.indexOf(" ") + 1);
export const shapesOn = (face: Face): string[] => markOf(face).split("+");
export const ofKind = (faces: Face[], kind: Kind): Face[] => faces.filter((face) => kindOf(face) === kind);

/** A card in words: "3 dates", "red carpet", "fruit worth 2", "jar and bowl". */
export function called(face: Face): string {
  const mark = markOf(face);
  const kind = kindOf(face);
  if (kind === "date") return mark === "1" ? "1 date" : `${mark} dates`;
  if (kind === "carpet") return `${mark} carpet`;
  return kind === "fruit" ? `fruit worth ${mark}` : mark.replaceAll("+", " and ");
}

/** A card within a sentence: "The card with 3 dates", "your red carpet". */
export function theCard(face: Face, whose = "The"): string {
  const kind = kindOf(face);
  if (kind === "date") return `${whose} card with ${called(face)}`;
  return kind === "pottery" ? `${whose} ${called(face)} card` : `${whose} ${called(face)}`;
}

export const pounds = (amount: number): string => (amount === 1 ? "1 pound" : `${amount} pounds`);

export interface Camel {
  limit: number;
  kind: Kind | null;
  faces: Face[];
  coin: number;
}

export interface Sale {
  /** The name in notation: "date", "pottery: jar". */
  sale: string;
  camel: number;
  pounds: number;
  coin: number;
  goes: Face[];
  stays: Face[];
}

/** Every sale from a camel, the best first. */
export function salesFrom(caravan: Camel[], camel: number): Sale[] {
  const { kind, faces, coin } = caravan[camel]!;
  if (!kind || !faces.length) return [];
  const sales = kind === "pottery" ? SHAPES.map((shape) => `pottery: ${shape}`) : [kind];
  return sales
    .map((sale) => {
      const goes = handedOver(sale, faces);
      return { sale, camel, pounds: brings(sale, goes), coin, goes, stays: without(faces, goes) };
    })
    .filter((sale) => sale.goes.length)
    .sort((one, other) => other.pounds - one.pounds);
}

function handedOver(sale: string, faces: Face[]): Face[] {
  if (sale === "date") return faces;
  if (sale === "carpet") return [...new Set(faces)];
  if (sale === "fruit") {
    const lowest = Math.min(...faces.map((face) => Number(markOf(face))));
    return faces.filter((face) => markOf(face) === String(lowest));
  }
  return faces.filter((face) => shapesOn(face).includes(sale.slice(9)));
}

function brings(sale: string, goes: Face[]): number {
  if (sale === "date") return DATES_PAY[Math.min(datesOn(goes), DATES_PAY.length - 1)]!;
  if (sale === "carpet") return CARPETS_PAY[goes.length]!;
  if (sale === "fruit") return goes.reduce((sum, face) => sum + Number(markOf(face)), 0);
  return POTTERY_PAY[goes.length] ?? 0;
}

export const datesOn = (faces: Face[]): number =>
  ofKind(faces, "date").reduce((sum, face) => sum + Number(markOf(face)), 0);

/** The first list without the cards of the second, counted card by card. */
export function without(faces: Face[], gone: Face[]): Face[] {
  const left = [...faces];
  for (const face of gone) {
    const place = left.indexOf(face);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

/** The best sale from each camel, without those already sold from (a bit mask). */
export function bestSales(caravan: Camel[], sold = 0): Sale[] {
  return caravan.flatMap((_, camel) => ((sold >> camel) & 1 ? [] : salesFrom(caravan, camel).slice(0, 1)));
}

export const worth = (caravan: Camel[], sold = 0): number =>
  bestSales(caravan, sold).reduce((sum, sale) => sum + sale.pounds + sale.coin, 0);

/** CAM-13: load types that have a camel first; then the largest new type on the largest empty camel. */
export function loaded(caravan: Camel[], faces: Face[]): { caravan: Camel[]; lost: Kind[] } {
  const then = caravan.map((camel) => ({ ...camel, faces: [...camel.faces] }));
  const lost: Kind[] = [];
  const put = (camel: Camel, kind: Kind) => {
    camel.kind = kind;
    camel.faces.push(...ofKind(faces, kind));
    if (camel.faces.length <= camel.limit) return;
    lost.push(kind);
    camel.kind = null;
    camel.faces = [];
  };
  const coming = KINDS.filter((kind) => ofKind(faces, kind).length);
  const fresh = coming.filter((kind) => !then.some((camel) => camel.kind === kind));
  for (const camel of then) if (camel.kind && coming.includes(camel.kind)) put(camel, camel.kind);
  fresh.sort((one, other) => ofKind(faces, other).length - ofKind(faces, one).length);
  for (const kind of fresh) put(then.filter((camel) => !camel.kind).at(-1)!, kind);
  return { caravan: then, lost };
}
