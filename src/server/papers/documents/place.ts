import type { ContentFolder } from "#server/media/sealed/content.ts";

/** Where the sealed content of private documents lies. */
export const documentsPlace: ContentFolder = "documents";
