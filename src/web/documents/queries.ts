import { endpointQuery } from "#web/endpoint-query.ts";
import { queryOptions } from "@tanstack/react-query";
import { getAgreement, listOrderDocuments } from "#contract/documents.ts";

export const documentsQuery = (orderId: string) =>
  endpointQuery(listOrderDocuments, { params: { id: orderId } });

export const agreementQuery = (orderId: string) =>
  queryOptions({
    ...endpointQuery(getAgreement, { params: { id: orderId } }),
    retry: false,
  });
