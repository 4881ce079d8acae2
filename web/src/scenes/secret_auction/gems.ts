// Six cuts as facets, computed once. Every facet is the stone's colour, lightened or darkened.

type Point = [number, number];

export interface Facet {
  points: string;
  /** Below 0 shadow, above 0 light. */
  shade: number;
}

export interface Cut {
  id: string;
  outline: string;
  facets: Facet[];
}

const LIGHT: Point = [-0.55, -0.83];

function text(points: Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

function ring(outline: Point[], scale: number, centre: Point): Point[] {
  return outline.map(([x, y]) => [centre[0] + (x - centre[0]) * scale, centre[1] + (y - centre[1]) * scale]);
}

/** The amount of light on a facet, by the direction it faces. */
function lit(points: Point[], centre: Point, turn: number): number {
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length - centre[0];
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length - centre[1];
  const length = Math.hypot(x, y) || 1;
  return ((x * LIGHT[0] + y * LIGHT[1]) / length) * 0.42 + turn;
}

/** A brilliant cut: triangles between the girdle and a table turned by half a step. */
function brilliant(id: string, outline: Point[], table: number, centre: Point = [50, 50]): Cut {
  const next = (points: Point[], at: number) => points[(at + 1) % points.length]!;
  const middle = outline.map((point, at): Point => [
    (point[0] + next(outline, at)[0]) / 2,
    (point[1] + next(outline, at)[1]) / 2,
  ]);
  const inner = ring(middle, table, centre);
  const facets: Facet[] = [];
  const facet = (points: Point[], turn: number) =>
    facets.push({ points: text(points), shade: lit(points, centre, turn) });
  outline.forEach((point, at) => {
    facet([point, next(outline, at), inner[at]!], at % 2 ? 0.1 : -0.06);
    facet([inner[at]!, next(outline, at), next(inner, at)], at % 2 ? -0.14 : 0.04);
  });
  facets.push({ points: text(inner), shade: 0.16 });
  facets.push({ points: text([...inner.slice(-Math.ceil(inner.length / 2) + 1), inner[0]!]), shade: 0.24 });
  return { id, outline: text(outline), facets };
}

/** A step cut: nested frames. */
function stepped(id: string, outline: Point[]): Cut {
  const centre: Point = [50, 50];
  const rings = [outline, ring(outline, 0.76, centre), ring(outline, 0.5, centre)];
  const facets: Facet[] = [];
  for (const [from, to, turn] of [
    [0, 1, -0.06],
    [1, 2, 0.08],
  ] as const) {
    outline.forEach((_, at) => {
      const then = (at + 1) % outline.length;
      const points = [rings[from]![at]!, rings[from]![then]!, rings[to]![then]!, rings[to]![at]!];
      facets.push({ points: text(points), shade: lit(points, centre, turn) });
    });
  }
  facets.push({ points: text(rings[2]!), shade: 0.12 });
  facets.push({ points: text([rings[2]![7]!, rings[2]![0]!, rings[2]![1]!, rings[2]![6]!]), shade: 0.22 });
  return { id, outline: text(outline), facets };
}

function round(corners: number, wide: number, high: number): Point[] {
  return Array.from({ length: corners }, (_, at): Point => {
    const angle = ((at - 0.5) / corners) * 2 * Math.PI - Math.PI / 2;
    return [50 + wide * Math.cos(angle), 50 + high * Math.sin(angle)];
  });
}

/** By kind: lozenge, round brilliant, step cut, trillion, drop, and the flat opal with facets of all colours. */
export const CUTS: Cut[] = [
  brilliant(
    "ruby",
    [
      [50, 2],
      [76, 23],
      [98, 50],
      [76, 77],
      [50, 98],
      [24, 77],
      [2, 50],
      [24, 23],
    ],
    0.56,
  ),
  brilliant("sapphire", round(12, 47, 47), 0.62),
  stepped("emerald", [
    [32, 3],
    [68, 3],
    [86, 20],
    [86, 80],
    [68, 97],
    [32, 97],
    [14, 80],
    [14, 20],
  ]),
  brilliant(
    "amethyst",
    [
      [50, 4],
      [67, 27],
      [83, 56],
      [96, 85],
      [74, 93],
      [50, 96],
      [26, 93],
      [4, 85],
      [17, 56],
      [33, 27],
    ],
    0.5,
    [50, 64],
  ),
  brilliant(
    "topaz",
    [
      [50, 2],
      [63, 22],
      [77, 42],
      [84, 63],
      [77, 83],
      [62, 95],
      [38, 95],
      [23, 83],
      [16, 63],
      [23, 42],
      [37, 22],
    ],
    0.55,
    [50, 62],
  ),
  brilliant("opal", round(14, 48, 36), 0.5),
];

/** A rosette as on bank notes; every value has its own number of petals. */
export function rosette(value: number): string {
  const petals = value + 4;
  const points: string[] = [];
  for (const [size, shift] of [
    [38, 0],
    [27, Math.PI / petals],
  ] as const) {
    const steps = petals * 14;
    for (let at = 0; at <= steps; at += 1) {
      const angle = (at / steps) * 2 * Math.PI;
      const radius = size * (0.74 + 0.26 * Math.cos(petals * angle + shift * petals));
      points.push(
        `${at ? "L" : "M"}${(50 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`,
      );
    }
  }
  return points.join("");
}
