import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import type { Route } from "./+types/privacy-page.ts";
import { LegalSections } from "./legal-sections.tsx";
import { readPrivacy } from "./read-legal.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { language, retention, business } = context.get(scopeContext);
  return { text: await readPrivacy(language, retention, business.paysOnline) };
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { origin = "" } = matches[0]?.loaderData ?? {};
  return pageMeta({
    title: m.legal_privacy_title(),
    description: m.legal_privacy_description(),
    structuredData: [breadcrumbs(origin, [{ name: m.legal_privacy_title(), path: "/privacy" }])],
  });
};

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalSections text={loaderData.text} />;
}
