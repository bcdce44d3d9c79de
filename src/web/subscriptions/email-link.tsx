import { Link, useLocation } from "react-router";
import { confirmationDays } from "#domain/subscriptions.ts";
import { ByEmail } from "#web/layout/by-email.tsx";
import { m } from "#web/paraglide/messages.js";
import { Lead } from "#web/ui/lead.tsx";
import { Notice } from "#web/ui/notice.tsx";
import type { LinkOutcome } from "./email-link-action.server.ts";

type Words = { title: string; text: string };

const page = "grid gap-5 justify-items-start pt-[clamp(2.5rem,6vw,5rem)] [&>*]:max-w-text";

/** The page that an email's link opens: one button, and the result. It is the same with and without script. */
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
      <ByEmail className={page}>
        <h1 className="h2">{m.subscriptions_link_title()}</h1>
        <Lead>{m.subscriptions_link_text({ days: confirmationDays })}</Lead>
        <Link className="btn btn-secondary" to="/subscriptions">
          {m.subscriptions_link_again()}
        </Link>
      </ByEmail>
    );
  }
  if (outcome === "done") {
    return (
      <ByEmail className={page}>
        <h1 className="h2">{done.title}</h1>
        <Lead>{done.text}</Lead>
        <Link className="btn btn-primary" to="/cars">
          {m.subscriptions_browse()}
        </Link>
      </ByEmail>
    );
  }
  return (
    <ByEmail className={page}>
      <h1 className="h2">{ask.title}</h1>
      <Lead>{ask.text}</Lead>
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
    </ByEmail>
  );
}
