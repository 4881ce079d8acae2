// Six masks of plain geometry, drawn in 40 x 48. The silhouette alone tells the tribe; the rest is carving.
export interface MaskShape {
  outline: string;
  /** Cut dark into the wood. */
  carved: string;
  /** Painted light on it. */
  painted: string;
  /** A tile of the tribe's weave, 8 x 6. */
  weave: string;
}

export const MASKS: MaskShape[] = [
  { // Nuba: a peak
    outline: "M20 1 L38.5 44 Q20 50 1.5 44 Z",
    carved: "M11 30 l7 -3 v5z M29 30 l-7 -3 v5z M14 39 h12 v3.4 h-12z",
    painted: "M20 7 l4 9 h-8z M15.2 18.5 h9.6 l1 2.5 h-11.6z M19 27 h2 v9 h-2z M7.6 37 l3 -1 v6 l-4.6 -.8z M32.4 37 l-3 -1 v6 l4.6 -.8z",
    weave: "M0 6 L4 0 L8 6z",
  },
  { // Massai: a long shield
    outline: "M8 1.5 H32 Q35 1.5 35 5 V35 Q35 46.5 20 46.5 Q5 46.5 5 35 V5 Q5 1.5 8 1.5z",
    carved: "M9 18 h9 v4.5 h-9z M22 18 h9 v4.5 h-9z M15 37 h10 v3 h-10z",
    painted: "M9 5 h3 v9 h-3z M14.3 5 h3 v9 h-3z M22.7 5 h3 v9 h-3z M28 5 h3 v9 h-3z M19 18 h2 v15 h-2z M9 27 h6 v2 h-6z M25 27 h6 v2 h-6z M9 31 h6 v2 h-6z M25 31 h6 v2 h-6z",
    weave: "M1 0 h2.5 v6 h-2.5z M5 0 h2.5 v6 h-2.5z",
  },
  { // Bantu: the full moon
    outline: "M20 5 a19 19 0 1 0 .01 0z",
    carved: "M12.5 19 a3.6 3.6 0 1 0 .01 0z M27.5 19 a3.6 3.6 0 1 0 .01 0z M20 32.5 a4 3.6 0 1 0 .01 0z",
    painted: "M20 8 a2 2 0 1 0 .01 0z M12.6 10 a1.7 1.7 0 1 0 .01 0z M27.4 10 a1.7 1.7 0 1 0 .01 0z M6.5 27 a1.7 1.7 0 1 0 .01 0z M33.5 27 a1.7 1.7 0 1 0 .01 0z M9.5 33.5 a1.7 1.7 0 1 0 .01 0z M30.5 33.5 a1.7 1.7 0 1 0 .01 0z M19 19 h2 v9.5 h-2z",
    weave: "M4 .4 a2.6 2.6 0 1 0 .01 0z",
  },
  { // Nandi: a lozenge
    outline: "M20 .5 L39 24 L20 47.5 L1 24z",
    carved: "M9 23.5 L17 20.5 V25.5z M31 23.5 L23 20.5 V25.5z M20 33 l4.5 3.5 l-4.5 3.5 l-4.5 -3.5z",
    painted: "M20 5 l4 5 l-4 5 l-4 -5z M19 18 h2 v12 h-2z M9.5 28 l5.5 0 l1.6 2 h-5.5z M30.5 28 l-5.5 0 l-1.6 2 h5.5z",
    weave: "M4 0 L7.5 3 L4 6 L.5 3z",
  },
  { // Tonga: a cross, with ears
    outline: "M12 1.5 H28 V13 H39 V27.5 H28 V46.5 H12 V27.5 H1 V13 H12z",
    carved: "M13.5 18 h5 v5 h-5z M21.5 18 h5 v5 h-5z M15.5 36 h9 v5 h-9z",
    painted: "M15 4.5 h10 v2 h-10z M15 8.5 h10 v2 h-10z M4 16 h4 v8.5 h-4z M32 16 h4 v8.5 h-4z M19 26 h2 v7 h-2z M14 28 h2.5 v2.5 h-2.5z M23.5 28 h2.5 v2.5 h-2.5z",
    weave: "M3 0 h2 v2 h2 v2 h-2 v2 h-2 v-2 h-2 v-2 h2z",
  },
  { // Samburu: a star
    outline: "M20 1 L25.5 14.5 L39.5 15.5 L30.5 26.5 L34 45.5 L20 37.5 L6 45.5 L9.5 26.5 L.5 15.5 L14.5 14.5z",
    carved: "M12.5 20 h6 l-1 4 h-4z M27.5 20 h-6 l1 4 h4z M16.5 30.5 h7 l-3.5 3.5z",
    painted: "M20 7 l2.4 6.5 h-4.8z M19 18 h2 v9 h-2z M5.5 17.3 l6 .5 l-1.5 3z M34.5 17.3 l-6 .5 l1.5 3z M10.5 38.5 l1 -5 l3.5 2.5z M29.5 38.5 l-1 -5 l-3.5 2.5z",
    weave: "M0 0 L4 3.5 L8 0 V2.5 L4 6 L0 2.5z",
  },
];
