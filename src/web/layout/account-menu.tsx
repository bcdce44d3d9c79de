import { type FormEvent, useRef } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { sessionEvent } from "#web/session/session-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useClosingDetails } from "./use-closing-details.ts";
import { useLogOut } from "./use-log-out.ts";

/**
 * The menu of a signed-in person. The session script writes their name and email into it; React leaves them alone.
 */
export function AccountMenu() {
  const details = useRef<HTMLDetailsElement>(null);
  const logOut = useLogOut();
  const onKeyDown = useClosingDetails(details);

  const leave = (event: FormEvent) => {
    event.preventDefault();
    if (details.current) details.current.open = false;
    void logOut();
  };

  return (
    <details className="menu account-menu signed-in-only" ref={details} onKeyDown={onKeyDown}>
      <summary className="select-none btn btn-quiet btn-sm">
        <Icon name="user" />
        <Who part="name" />
      </summary>
      <nav aria-label={m.layout_account()}>
        <p className="grid px-3.5 pt-2.5 pb-3 mb-1.5 border-b border-line text-sm wrap-anywhere">
          <Who part="name" />
          <Who part="email" />
        </p>
        <Link to="/dashboard">{m.layout_profile()}</Link>
        <form method="post" action="/signout" onSubmit={leave}>
          <button type="submit">{m.layout_log_out()}</button>
        </form>
      </nav>
    </details>
  );
}

const askWho = () => void window.dispatchEvent(new Event(sessionEvent));

/** Asks the session script for its words when it is drawn. The script also writes them after each change. */
function Who({ part }: { part: "name" | "email" }) {
  return (
    <span
      className={`who who-${part}`}
      data-who={part}
      data-else={part === "name" ? m.layout_user() : undefined}
      ref={askWho}
      suppressHydrationWarning
    >
      {""}
    </span>
  );
}
