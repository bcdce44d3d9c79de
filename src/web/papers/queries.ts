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

/** What a document shows, as an address of its own: fetched with one's own token, and kept by nothing. */
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
export const verificationsKey = ["api", "admin", "verifications"];

/** Everything that one person has handed in and that is there to check, or was. */
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
