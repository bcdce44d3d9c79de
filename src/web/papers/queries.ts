import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type queueStatuses, listVerifications } from "#contract/admin/papers.ts";
import { getInsuranceProof, getLicence, linkDocument } from "#contract/account/papers.ts";
import { api } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { privatePicture } from "#web/private-picture.ts";

export const licenceQuery = endpointQuery(getLicence);

export const insuranceQuery = (orderId: string) =>
  endpointQuery(getInsuranceProof, { params: { id: orderId } });

/** A document's picture as an address: fetched with the person's own token. No cache keeps the picture. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ["api", "account", "documents", id, "content"],
    queryFn: async () => {
      const { url } = await api(linkDocument, { params: { id } });
      return privatePicture(url);
    },
    gcTime: 0,
  });

export type QueueStatus = (typeof queueStatuses)[number];

/** All papers of one person that wait for a check or have been checked. */
export const verificationsOfQuery = (accountId: string) =>
  queryOptions({
    ...endpointQuery(listVerifications, { query: { accountId, limit: "100" } }),
    staleTime: 0,
  });

export const verificationsQuery = (status: QueueStatus) =>
  infiniteQueryOptions({
    ...endpointPages(listVerifications, { query: { status, limit: "20" } }),
    staleTime: 0,
  });
