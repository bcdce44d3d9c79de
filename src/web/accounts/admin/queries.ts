import { endpointPages } from "#web/endpoint-pages.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { listInvitations } from "#contract/admin/invitations.ts";
import { getAdminUser, listHostApplications, listUsers } from "#contract/admin/accounts.ts";
import { endpointQuery } from "#web/endpoint-query.ts";

export type UsersFilters = { search: string; role: string };

export const usersQuery = (filters: UsersFilters) =>
  infiniteQueryOptions({ ...endpointPages(listUsers, { query: filters }), staleTime: 0 });

export const adminUserQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(getAdminUser, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });

export const applicationsQuery = infiniteQueryOptions({
  ...endpointPages(listHostApplications, { query: { status: "pending" } }),
  staleTime: 0,
});

export const invitationsQuery = queryOptions({
  ...endpointQuery(listInvitations),
  staleTime: 0,
});
