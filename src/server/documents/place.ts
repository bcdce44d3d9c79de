import type { ContentFolder } from "#server/media/sealed/content.ts";

/** Where the PDFs of numbered documents are kept. */
export const orderDocumentsPlace: ContentFolder = "order-documents";
