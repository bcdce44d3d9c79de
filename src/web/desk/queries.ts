import { queryOptions } from "@tanstack/react-query";
import type { getUser } from "#contract/accounts.ts";
import { api } from "#web/api.ts";

/** Who is signed in, and what they may do. Asked again after five minutes, and never by itself. */
export const currentUserQuery = queryOptions({
  queryKey: ["api", "auth", "user"],
  queryFn: () => api<typeof getUser>({ method: "GET", path: "/api/auth/user" }),
  staleTime: 5 * 60_000,
});
