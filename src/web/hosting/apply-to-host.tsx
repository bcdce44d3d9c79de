import type { ReactNode } from "react";
import { Link } from "react-router";
import type { HostApplicationState } from "#contract/hosting.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { useSession } from "#web/session/use-session.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { useHostApplication } from "./use-host-application.ts";

const signUpAddress = "/signup?type=host";

/** A link to the application: visitors go to the sign-up, signed-in users to the button below. */
export function ApplyLink({ children }: { children: ReactNode }) {
  const isSignedIn = useSession()?.isWhole === true;
  return isSignedIn ? (
    <a className="btn btn-primary" href="#apply">
      {children}
    </a>
  ) : (
    <Link className="btn btn-primary" to={signUpAddress}>
      {children}
    </Link>
  );
}

/**
 * A signed-in user applies with one press, and again after a refusal; their cars are at `/host`, whatever came of it.
 * `children` are beside the button.
 */
export function ApplyToHost({ button, children }: { button: string; children: ReactNode }) {
  const { isSignedIn, application, failure, isSending, apply } = useHostApplication();
  const mayApply = application?.status === "none" || application?.status === "declined";

  return (
    <>
      {isSignedIn && application && <Standing application={application} />}
      {failure && (
        <Notice kind="bad" isAlert>
          {failure}
        </Notice>
      )}
      <div className="acts">
        {!isSignedIn && (
          <Link className="btn btn-primary" to={signUpAddress}>
            {button}
          </Link>
        )}
        {isSignedIn && mayApply && (
          <button
            className="btn btn-primary"
            type="button"
            aria-busy={isSending || undefined}
            onClick={() => void apply()}
          >
            {application.status === "declined" ? m.hosting_apply_again() : button}
          </button>
        )}
        {isSignedIn && application && (
          <Link className={`btn ${mayApply ? "btn-secondary" : "btn-primary"}`} to="/host">
            {m.hosting_go()}
          </Link>
        )}
        {children}
      </div>
    </>
  );
}

function Standing({ application: { status, since } }: { application: HostApplicationState }) {
  const date = since ? showDate(dateInLosAngeles(Date.parse(since))) : "";
  if (status === "none") return null;
  return (
    <Notice kind={status === "declined" ? "info" : "good"} isAlert={false}>
      <p role="status">
        {status === "pending" && m.hosting_application_pending({ date })}
        {status === "approved" && m.hosting_application_approved()}
        {status === "declined" && m.hosting_application_declined({ date })}
      </p>
    </Notice>
  );
}
