import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { profileQuery } from "./queries.ts";
import { Failed, Waiting } from "./settings/setting.tsx";

export const meta = () => pageMeta({ title: m.account_profile() });

/** Who one is to us, and where to change it. */
export default function ProfilePage() {
  const { data, error } = useQuery(profileQuery);
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
      <Failed error={error} title={m.account_profile_unread()} />
      {!data && !error && <Waiting />}
    </>
  );
}
