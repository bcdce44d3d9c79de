import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { settingsQuery } from "./queries.ts";
import { SettingsForm } from "./settings-form.tsx";

export const meta = () => pageMeta({ title: m.settings_title() });

/** The business's own facts, as emails, documents and pages show them. */
export default function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const { hash } = useLocation();
  const isThere = data !== undefined;
  // An address with a hash scrolls to that part once the form is there.
  useEffect(() => {
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);
  return (
    <>
      <AdminTitle title={m.settings_title()} />
      <p className="muted max-w-168 mb-5">{m.settings_lead()}</p>
      <Failed error={error} onRetry={() => void refetch()} />
      {!data && !error && <Waiting />}
      {/* A new version makes a new form, because its first values have changed. */}
      {data && <SettingsForm key={data.version} shown={data} />}
    </>
  );
}
