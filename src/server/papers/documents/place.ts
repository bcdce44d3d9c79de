import type { ContentFolder } from "#server/media/sealed/content.ts";

/** Where the sealed content of private documents is kept. */
export const documentsPlace: ContentFolder = "documents";
