import type { Place } from "#server/sealed/content.ts";

/** Where the sealed content of private documents lies. */
export const documentsPlace: Place = "documents";
