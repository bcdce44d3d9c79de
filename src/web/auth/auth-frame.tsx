import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { localStore } from "#web/ui/browser-storage.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import months from "./months.svg?url";

/** A screen about the user's account: the form on the left, a picture of the months over the bay on the right. */
export function AuthFrame({
  children,
  isBackToSignIn = false,
}: {
  children: ReactNode;
  isBackToSignIn?: boolean;
}) {
  const { search } = useLocation();
  return (
    <div className="page auth grid grid-cols-[minmax(0,27.5rem)_minmax(0,34rem)] justify-between items-start gap-[clamp(2.5rem,7vw,7rem)] pb-4 max-lg:grid-cols-[minmax(0,30rem)] max-lg:justify-center">
      <div className="grid grid-cols-1">
        <Link
          className="link justify-self-start mt-6 mb-5 text-sm/[inherit]"
          to={isBackToSignIn ? `/signin${search}` : "/"}
        >
          <Icon name="back" />
          <span>{isBackToSignIn ? m.auth_back_sign_in() : m.auth_back_home()}</span>
        </Link>
        {children}
      </div>
      <div className="sticky top-24 mt-6 max-lg:hidden" aria-hidden="true">
        <svg
          className="w-full h-[min(44rem,100vh-7.5rem)] rounded-xl bg-water"
          viewBox="0 0 544 704"
          preserveAspectRatio="xMidYMax slice"
          focusable="false"
        >
          <use href={`${months}#months`} />
        </svg>
      </div>
    </div>
  );
}

export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="grid gap-2">
      <h1 className="h2 text-[length:clamp(1.75rem,1.4rem+1.3vw,2.25rem)]">{title}</h1>
      {children && <p className="muted">{children}</p>}
    </header>
  );
}

/** Warns, before the user types anything, that this browser can't keep a session. */
export function NeedsStorage() {
  const isHydrated = useHydrated();
  return isHydrated && !localStore() ? (
    <Notice kind="bad" isAlert>
      {m.session_failure_storage_blocked()}
    </Notice>
  ) : null;
}

/**
 * These screens work in the browser alone: the session lives in its storage, and no server renders a page
 * with it.
 */
export function NeedsScript() {
  return (
    <noscript>
      <p className="notice notice-warn">{m.auth_needs_script()}</p>
    </noscript>
  );
}
