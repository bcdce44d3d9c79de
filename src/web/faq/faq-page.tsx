import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { promisedTimes } from "#domain/pricing/rental-terms.ts";
import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import type { Route } from "./+types/faq-page.ts";
import { AnswerLink } from "./answer-link.tsx";
import { FaqList } from "./faq-list.tsx";
import { readFaq } from "./read-faq.server.ts";
import { faqPage } from "./structured-data.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { language, business } = context.get(scopeContext);
  return { groups: await readFaq(language, business.includesCollision, business.taxRates !== undefined) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { origin = "" } = matches[0]?.loaderData ?? {};
  return pageMeta({
    title: m.faq_title(),
    description: m.faq_description(),
    structuredData: loaderData
      ? [faqPage(loaderData.groups), breadcrumbs(origin, [{ name: m.faq_title(), path: "/faq" }])]
      : [],
  });
};

export default function FaqPage({ loaderData: { groups } }: Route.ComponentProps) {
  const { hash } = useLocation();
  useEffect(() => {
    const answer = hash ? document.getElementById(hash.slice(1)) : null;
    const asked = answer?.closest("details");
    if (!asked) return;
    asked.open = true;
    asked.scrollIntoView();
  }, [hash]);

  return (
    <div className="page grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-8 pt-[clamp(2.5rem,5vw,4.5rem)] max-md:grid-cols-1">
      <header className="sticky top-26 grid gap-5 justify-items-start max-md:static">
        <h1 className="h2">{m.faq_heading()}</h1>
        <p className="muted">{m.faq_lead({ hours: promisedTimes.supportHours })}</p>
        <Link className="btn btn-primary" to="/contact">
          {m.layout_nav_contact()}
        </Link>
      </header>
      <FaqList groups={groups} under={AnswerLink} />
    </div>
  );
}
