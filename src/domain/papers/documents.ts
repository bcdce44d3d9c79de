import { minute } from "#domain/durations.ts";

/** Private documents that a renter sends us; only the renter and the people who check them see them. */
export const documentKinds = [
  "licence_front",
  "licence_back",
  "passport",
  "translation",
  "insurance_proof",
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The documents of a licence: an account has one of each, and a new one replaces the old one. */
export const licenceKinds = ["licence_front", "licence_back", "passport", "translation"] as const;
export type LicenceKind = (typeof licenceKinds)[number];
/** The documents that a licence needs before administrators are asked to check it. */
export const neededKinds = ["licence_front", "licence_back"] as const;

/** A document on paper may come as a PDF; a card is photographed. */
export const takesPdf = (kind: DocumentKind): boolean => kind === "translation" || kind === "insurance_proof";

export const mostPdfPages = 10;

/** Why a file is not taken. */
export const documentErrors = [
  "empty",
  "not_a_picture",
  "not_a_document",
  "broken",
  "heic",
  "too_many_pixels",
  "takes_too_long",
  "too_large",
  "pdf_too_large",
  "pdf_broken",
  "pdf_encrypted",
  "pdf_active",
  "pdf_too_many_pages",
] as const;
export type DocumentError = (typeof documentErrors)[number];

/** How long a link to a document opens it, in milliseconds. */
export const linkLife = 5 * minute;

/** Days that papers are kept after the last rental's end; without a rental, after they came. */
export const keepPapersDays = 90;
