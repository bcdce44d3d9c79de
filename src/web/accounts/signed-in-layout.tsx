import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Outlet, redirect, useNavigate } from "react-router";
import { ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { failureCode } from "#web/session/failure-words.ts";
import "#web/session/refusal-words.ts";
import { isSigningOut } from "#web/session/signing-out.ts";
import { readStoredSession } from "#web/session/stored-session.ts";
import { toast } from "#web/ui/toast.ts";
import type { Route } from "./+types/signed-in-layout.ts";

/**
 * Signed-in screens load in the browser: the session is in its storage, and the server never reads it to make
 * a page.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (readStoredSession()?.isWhole) return null;
  const url = new URL(request.url);
  if (url.pathname.startsWith("/book/"))
    toast({ title: m.wizard_login_required(), description: m.wizard_login_required_text() });
  throw redirect(signInAddress(url));
}
clientLoader.hydrate = true as const;

export const headers = () => ({ "cache-control": "no-store", "x-robots-tag": "noindex" });
export const handle = { isUnlisted: true };

/** The back office's own pages lead to /signin, a user's own pages to /login, as the specification says. */
function signInAddress({ pathname, search }: Pick<URL, "pathname" | "search">): string {
  const isAdmin = pathname.startsWith("/admin/") && pathname !== "/admin/dashboard";
  const redirect = new URLSearchParams({ redirect: pathname + search }).toString().replaceAll("%2F", "/");
  return `${isAdmin ? "/signin" : "/login"}?${redirect}`;
}

export default function SignedInLayout() {
  const navigate = useNavigate();
  const [{ client, leave, here }] = useState(() => {
    const here = { isShown: false };
    const goToSignIn = once(() => void navigate(signInAddress(location), { replace: true }));
    // A late event, such as a refused read or another tab that forgets the session, doesn't lead to the sign-in
    // when the user is logging out or has left for another page.
    const leave = () => {
      if (here.isShown && !isSigningOut()) goToSignIn();
    };
    return { client: makeQueryClient(leave), leave, here };
  });

  useEffect(() => {
    here.isShown = true;
    return () => {
      here.isShown = false;
    };
  }, [here]);

  useEffect(() => liveWhileOpen(client), [client]);

  // A user who logs out in one tab is logged out in all tabs.
  useEffect(() => {
    const onStorage = () => {
      if (!readStoredSession()) leave();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [leave]);

  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}

/** Shows events as they happen. The code for it loads after the screen itself. */
function liveWhileOpen(client: QueryClient): () => void {
  let end: (() => void) | undefined;
  let isOver = false;
  void import("#web/events/keep-live.ts").then(({ keepLive }) => {
    if (!isOver) end = keepLive(client);
  });
  return () => {
    isOver = true;
    end?.();
  };
}

/** Runs an action once, however many reads are refused. */
function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

export function HydrateFallback() {
  return (
    <div className="page">
      <noscript>
        <p className="notice notice-warn">{m.auth_needs_script()}</p>
      </noscript>
      <p className="flex items-center gap-3 py-6 text-ink-soft needs-script" role="status">
        <span className="moon-spin size-5" aria-hidden="true" />
        <span className="signed-in-only">{m.account_loading()}</span>
        <span className="signed-out-only">{m.admin_redirecting()}</span>
      </p>
    </div>
  );
}

/**
 * Each read is made once and isn't repeated by itself. A session that the server no longer accepts leads to the
 * sign-in.
 */
function makeQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    const isRefused = error instanceof ApiError && error.status === 401;
    const isOut =
      isRefused || ["insufficient_aal", "session_not_found", "bad_jwt"].includes(failureCode(error));
    if (!isOut || (error instanceof ApiError && error.status === 422)) return;
    onSignedOut();
    if (isRefused) void forgetSession();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        networkMode: "always",
      },
      // Without a network, a change fails at once and says so. Otherwise it would be sent by itself later.
      mutations: { networkMode: "always" },
    },
  });
}

/** Drops a session that the server no longer knows. */
async function forgetSession(): Promise<void> {
  await (await authClient()).signOut({ scope: "local" });
}
