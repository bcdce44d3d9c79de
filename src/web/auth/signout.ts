import { redirect } from "react-router";
import { logOut } from "#contract/accounts.ts";
import { api } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";
import type { Route } from "./+types/signout.ts";

/**
 * Logs out before the application has loaded: ends the session of the cookie, and clears the browser's storage.
 */
export async function action({ context }: Route.ActionArgs) {
  const { apiFetch } = context.get(scopeContext);
  await api(logOut, {}, apiFetch);
  return redirect("/", { status: 303, headers: { "clear-site-data": '"storage"' } });
}

export const loader = () => redirect("/");
