import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link } from "react-router";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { LicenceUpload } from "./licence-upload.tsx";
import { licenceQuery } from "./queries.ts";

const OwnDrives = lazyPart(() => import("#web/drivers/own-drives.tsx"), "OwnDrives");

export const meta = () => pageMeta({ title: m.papers_license_title() });

/** The person's driver licence, on a page of its own. */
export default function LicencePage() {
  const { data } = useQuery(licenceQuery);
  return (
    <div className="grid gap-6 content-start">
      <header className="grid gap-2">
        <p>
          <Link className="link small" to="/dashboard/profile">
            <Icon name="back" />
            {m.account_profile()}
          </Link>
        </p>
        <h1 className="h2">{m.papers_license_title()}</h1>
        {data?.verification.status !== "verified" && (
          <p className="max-w-text text-ink-soft">{m.papers_license_lead()}</p>
        )}
      </header>
      <Suspense>
        <OwnDrives />
      </Suspense>
      <LicenceUpload />
    </div>
  );
}
