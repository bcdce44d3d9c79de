import type { ContentFolder } from "#server/media/sealed/content.ts";

/** Where the PDFs of numbered documents lie. */
export const orderDocumentsPlace: ContentFolder = "order-documents";
