import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pageMeta } from "#web/layout/page-meta.ts";
import { licenceQuery } from "#web/papers/queries.ts";
import { StatusNotice } from "#web/papers/status-notice.tsx";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { profileQuery } from "./queries.ts";
import { Failed, Waiting } from "#web/session/states.tsx";

export const meta = () => pageMeta({ title: m.account_profile() });

/** Where a user changes their profile, and the state of their driving licence. */
export default function ProfilePage() {
  const { data, error } = useQuery(profileQuery);
  const { data: licence } = useQuery(licenceQuery);
  return (
    <>
      <h1 className="h2">{m.account_profile()}</h1>
      <Notice>
        <p>
          {m.me_profile_text()} <Link to="/dashboard/settings">{m.account_settings()}</Link>
        </p>
        <p>
          {m.me_profile_support()} <Link to="/contact">{m.layout_nav_contact()}</Link>
        </p>
      </Notice>
      <section aria-labelledby="profile-license" className="stack">
        <h2 className="h3" id="profile-license">
          {m.papers_license_title()}
        </h2>
        {licence ? <StatusNotice subject="licence" verification={licence.verification} /> : null}
        {licence?.verification.status === "none" && <p className="muted">{m.papers_profile_text()}</p>}
        <p>
          <Link className="btn btn-secondary" to="/dashboard/license">
            {m.papers_profile_link()}
          </Link>
        </p>
      </section>
      <Failed error={error} title={m.account_profile_unread()} />
      {!data && !error && <Waiting />}
    </>
  );
}
