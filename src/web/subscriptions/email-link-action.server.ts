import { type ActionFunctionArgs, data } from "react-router";
import { confirmSubscription, unsubscribe } from "#contract/subscriptions.ts";
import { api, ApiError } from "#web/api.ts";
import { scopeContext } from "#web/site-settings.ts";

/** The result of pressing the button on a page that an email links to. */
export type LinkOutcome = "done" | "gone" | "failed";

/**
 * Does what an email's link is for, by the token in the address. Only a POST does it, because mail scanners open
 * links. A mail program with its own unsubscribe button (RFC 8058) posts to the same address; its body adds
 * nothing to the address.
 */
const follow =
  (endpoint: typeof confirmSubscription | typeof unsubscribe) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const { apiFetch } = context.get(scopeContext);
    const token = new URL(request.url).searchParams.get("token") ?? "";
    try {
      await api(endpoint, { body: { token } }, apiFetch);
      return data<LinkOutcome>("done");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.status < 500
        ? data<LinkOutcome>("gone", { status: 404 })
        : data<LinkOutcome>("failed", { status: error.status });
    }
  };

export const confirmAction = follow(confirmSubscription);
export const unsubscribeAction = follow(unsubscribe);
