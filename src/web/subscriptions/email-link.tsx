import { Link, useLocation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import type { LinkOutcome } from "./email-link-action.server.ts";

type Words = { title: string; text: string };

/** The page that an email's link opens: one button, and what came of it. The same with script and without. */
export function EmailLink({
  outcome,
  ask,
  button,
  done,
}: {
  outcome: LinkOutcome | undefined;
  ask: Words;
  button: string;
  done: Words;
}) {
  const { pathname, search } = useLocation();
  if (outcome === "gone") {
    return (
      <div className="page letter-link">
        <h1 className="h2">{m.subscriptions_link_title()}</h1>
        <p className="lead">{m.subscriptions_link_text()}</p>
        <Link className="btn btn-secondary" to="/subscriptions">
          {m.subscriptions_link_again()}
        </Link>
      </div>
    );
  }
  if (outcome === "done") {
    return (
      <div className="page letter-link">
        <h1 className="h2">{done.title}</h1>
        <p className="lead">{done.text}</p>
        <Link className="btn btn-primary" to="/cars">
          {m.subscriptions_browse()}
        </Link>
      </div>
    );
  }
  return (
    <div className="page letter-link">
      <h1 className="h2">{ask.title}</h1>
      <p className="lead">{ask.text}</p>
      {outcome === "failed" && (
        <Notice kind="bad" isAlert>
          {m.subscriptions_failed()}
        </Notice>
      )}
      <form method="post" action={`${pathname}${search}`}>
        <button className="btn btn-primary" type="submit">
          {button}
        </button>
      </form>
    </div>
  );
}
