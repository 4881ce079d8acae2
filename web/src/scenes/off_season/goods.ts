// The goods in words. A face is a card in notation: "date 3".
import {
  FACE_MARKS,
  FACE_NAMES,
  FACE_SHAPES,
  FACE_TEXTS,
  FACES_CALLED,
  PLURALS as PLURAL_NAMES,
  SALE_TEXTS,
  TYPE_OF,
  TYPES,
} from "../../generated/off_season";
import { counted } from "../../lib/words";

export const KINDS = TYPES;
export type Kind = (typeof KINDS)[number];
export type Face = string;
export const PLURALS = Object.fromEntries(TYPES.map((kind, at) => [kind, PLURAL_NAMES[at]])) as Record<Kind, string>;

const numberOf = (face: Face): number => FACE_NAMES.findIndex((each) => each === face);
export const kindOf = (face: Face): Kind => TYPES[TYPE_OF[numberOf(face)]!]!;
/** The name of a card within its type: "3", "red", "jar+bowl". */
export const markOf = (face: Face): string => FACE_MARKS[numberOf(face)]!;
export const shapesOn = (face: Face): readonly string[] => FACE_SHAPES[numberOf(face)]!;
export const ofKind = (faces: Face[], kind: Kind): Face[] => faces.filter((face) => kindOf(face) === kind);
/** A card in words: "3 dates", "red carpet", "fruit worth 2", "jar with bowl". */
export const called = (face: Face): string => FACES_CALLED[numberOf(face)] ?? face;
/** A card with its article: "3 dates", "a red carpet", "a jar with bowl". */
export const aCard = (face: Face): string => FACE_TEXTS[numberOf(face)] ?? face;

/** A card within a sentence: "The card with 3 dates", "your red carpet". */
export function theCard(face: Face, whose = "The"): string {
  const kind = kindOf(face);
  if (kind === "date") return `${whose} card with ${called(face)}`;
  return kind === "pottery" ? `${whose} ${called(face)} card` : `${whose} ${called(face)}`;
}

/** What a sale sells, in a sentence: "dates", "jars". */
export const soldText = (sale: number): string => SALE_TEXTS[sale]!;

export const pounds = (amount: number): string => counted(amount, "pound");

export interface Camel {
  limit: number;
  kind: Kind | null;
  faces: Face[];
  coin: number;
}

/** Faces of the foresight, which are numbers, as texts. */
export const named = (faces: readonly number[]): Face[] => faces.map((face) => FACE_NAMES[face]!);

/** The first list without the cards of the second, counted card by card. */
export function without(faces: Face[], gone: Face[]): Face[] {
  const left = [...faces];
  for (const face of gone) {
    const place = left.indexOf(face);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}
