import { queryOptions } from "@tanstack/react-query";
import type { getAgreement, listOrderDocuments } from "#contract/documents.ts";
import { api } from "#web/api.ts";

export const documentsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["api", "orders", orderId, "documents"],
    queryFn: () =>
      api<typeof listOrderDocuments>(
        { method: "GET", path: "/api/orders/:id/documents" },
        { params: { id: orderId } },
      ),
  });

export const agreementQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["api", "orders", orderId, "agreement"],
    queryFn: () =>
      api<typeof getAgreement>(
        { method: "GET", path: "/api/orders/:id/agreement" },
        { params: { id: orderId } },
      ),
    retry: false,
  });
