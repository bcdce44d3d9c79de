import type { Place } from "#server/sealed/content.ts";

/** Where the PDFs of numbered documents lie. */
export const orderDocumentsPlace: Place = "order-documents";
