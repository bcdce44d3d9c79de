import { queryOptions } from "@tanstack/react-query";
import { getAgreement, listOrderDocuments } from "#contract/documents.ts";
import { api } from "#web/api.ts";

export const documentsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["api", "orders", orderId, "documents"],
    queryFn: () => api(listOrderDocuments, { params: { id: orderId } }),
  });

export const agreementQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["api", "orders", orderId, "agreement"],
    queryFn: () => api(getAgreement, { params: { id: orderId } }),
    retry: false,
  });
