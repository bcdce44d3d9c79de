import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import type { Route } from "./+types/terms-page.ts";
import { LegalSections } from "./legal-sections.tsx";
import { readTerms } from "./read-legal.server.ts";

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { language, business } = context.get(scopeContext);
  return { text: await readTerms(language, business.taxRates !== undefined) };
};

export const meta: Route.MetaFunction = ({ matches }) => {
  const { origin = "" } = matches[0]?.loaderData ?? {};
  return pageMeta({
    title: m.legal_terms_title(),
    description: m.legal_terms_description(),
    structuredData: [breadcrumbs(origin, [{ name: m.legal_terms_title(), path: "/terms" }])],
  });
};

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalSections text={loaderData.text} />;
}
