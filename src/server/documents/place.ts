import type { ContentFolder } from "#server/sealed/content.ts";

/** Where the PDFs of numbered documents lie. */
export const orderDocumentsPlace: ContentFolder = "order-documents";
