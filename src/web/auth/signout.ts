import { redirect } from "react-router";
import { logOut } from "#contract/accounts.ts";
import { api } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import type { Route } from "./+types/signout.ts";

/**
 * Logging out before the application is there: the cookie's session ends, and the browser forgets what it
 * keeps.
 */
export async function action({ context }: Route.ActionArgs) {
  const { apiFetch } = context.get(scopeContext);
  await api(logOut, {}, apiFetch);
  return redirect("/", { status: 303, headers: { "clear-site-data": '"storage"' } });
}

export const loader = () => redirect("/");
