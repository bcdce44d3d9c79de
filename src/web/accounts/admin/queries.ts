import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { listInvitations } from "#contract/admin/invitations.ts";
import { getAdminUser, listHostApplications, listUsers } from "#contract/admin/accounts.ts";
import { apiPage } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export type UsersFilters = { search: string; role: string };

const usersKey = ["api", "admin", "users"];

export const usersQuery = (filters: UsersFilters) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, "list", filters],
    queryFn: ({ pageParam }) => apiPage(listUsers, { query: { ...filters, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });

export const adminUserQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getAdminUser, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });

export const applicationsQuery = infiniteQueryOptions({
  queryKey: ["api", "admin", "host-applications", "pending"],
  queryFn: ({ pageParam }) =>
    apiPage(listHostApplications, { query: { status: "pending", cursor: pageParam } }),
  initialPageParam: "",
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});

export const invitationsQuery = queryOptions({
  ...endpointQuery(listInvitations),
  staleTime: 0,
});

/** Everybody's rows are asked for again. */
export const forgetUsers = async (cache: QueryClient): Promise<void> => {
  await Promise.all([
    cache.invalidateQueries({ queryKey: usersKey }),
    cache.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
  ]);
};
