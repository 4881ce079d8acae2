// Six masks of plain geometry, in a box of 40 x 48. The silhouette alone identifies the tribe.
/** The outline; the left half of the dark cuts and of the light paint; a tile of the tribe's weave, 8 x 6. */
type MaskShape = [outline: string, carved: string, painted: string, weave: string];

export const MASKS: MaskShape[] = [
  [
    // Nuba: a peak
    "M20 1L38.5 44Q20 50 1.5 44z",
    "M11 30l7-3v5zM14 39h6.2v3.4h-6.2z",
    "M20.2 7v9h-4.2zM15.2 18.5h5v2.5h-6zM19 27h1.2v9h-1.2zM7.6 37l3-1v6l-4.6-.8z",
    "M0 6l4-6 4 6z",
  ],
  [
    // Massai: a long shield
    "M8 1.5h24q3 0 3 3.5v30q0 11.5-15 11.5t-15-11.5v-30q0-3.5 3-3.5z",
    "M9 18h9v4.5h-9zM15 37h5.2v3h-5.2z",
    "M9 5h3v9h-3zM14.3 5h3v9h-3zM19 18h1.2v15h-1.2zM9 27h6v2h-6zM9 31h6v2h-6z",
    "M1 0h2.5v6h-2.5zM5 0h2.5v6h-2.5z",
  ],
  [
    // Bantu: the full moon
    "M20 5a19 19 0 1 0 .01 0z",
    "M12.5 19a3.6 3.6 0 1 0 .01 0zM20.2 32.5a4 3.6 0 0 0 0 7.2z",
    "M20.2 8a2 2 0 0 0 0 4zM12.6 10a1.7 1.7 0 1 0 .01 0zM6.5 27a1.7 1.7 0 1 0 .01 0zM9.5 33.5a1.7 1.7 0 1 0 .01 0zM19 19h1.2v9.5h-1.2z",
    "M4 .4a2.6 2.6 0 1 0 .01 0z",
  ],
  [
    // Nandi: a lozenge
    "M20 .5l19 23.5-19 23.5-19-23.5z",
    "M9 23.5l8-3v5zM20.2 33v7l-4.7-3.5z",
    "M20.2 5v10l-4.2-5zM19 18h1.2v12h-1.2zM9.5 28h5.5l1.6 2h-5.5z",
    "M4 0l3.5 3-3.5 3-3.5-3z",
  ],
  [
    // Tonga: a cross, with ears
    "M12 1.5h16v11.5h11v14.5h-11v19h-16v-19h-11v-14.5h11z",
    "M13.5 18h5v5h-5zM15.5 36h4.7v5h-4.7z",
    "M15 4.5h5.2v2h-5.2zM15 8.5h5.2v2h-5.2zM4 16h4v8.5h-4zM19 26h1.2v7h-1.2zM14 28h2.5v2.5h-2.5z",
    "M3 0h2v2h2v2h-2v2h-2v-2h-2v-2h2z",
  ],
  [
    // Samburu: a star
    "M20 1l5.5 13.5 14 1-9 11 3.5 19-14-8-14 8 3.5-19-9-11 14-1z",
    "M12.5 20h6l-1 4h-4zM16.5 30.5h3.7v3.5z",
    "M20.2 7v6.5h-2.6zM19 18h1.2v9h-1.2zM5.5 17.3l6 .5-1.5 3zM10.5 38.5l1-5 3.5 2.5z",
    "M0 0l4 3.5 4-3.5v2.5l-4 3.5-4-3.5z",
  ],
];
