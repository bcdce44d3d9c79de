import { Link } from "react-router";
import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import { Lead } from "#web/ui/lead.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LinkedWords } from "#web/ui/linked-words.tsx";
import type { Route } from "./+types/how-page.ts";
import "./how.css";
import type { Point } from "./how-content.ts";
import { readHow } from "./read-how.server.ts";
import { Timeline } from "./timeline.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { language, business } = context.get(scopeContext);
  return readHow(language, business.includesCollision);
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { origin = "" } = matches[0]?.loaderData ?? {};
  return pageMeta({
    title: m.how_title(),
    description: m.how_description(),
    structuredData: [breadcrumbs(origin, [{ name: m.how_title(), path: "/how-it-works" }])],
  });
};

export default function HowPage({
  loaderData: { heading, lead, renting, hosting, ask },
}: Route.ComponentProps) {
  return (
    <div className="page grid grid-cols-1 gap-[clamp(2.5rem,5vw,4rem)] pt-[clamp(2.5rem,5vw,4.5rem)]">
      <header className="grid gap-4">
        <h1 className="h1">{heading}</h1>
        <Lead className="max-w-144 [word-break:auto-phrase]">{lead}</Lead>
      </header>
      <section aria-labelledby="renting">
        <h2 className="h2" id="renting">
          {renting.title}
        </h2>
        <Lead className="mt-3 max-w-144 [word-break:auto-phrase]">{renting.lead}</Lead>
        <Timeline {...renting} />
        <Link className="btn btn-primary" to="/cars">
          {m.layout_browse_cars()}
        </Link>
      </section>
      <section className="p-[clamp(1.5rem,3.5vw,2.5rem)] rounded-xl bg-water" aria-labelledby="hosting">
        <h2 className="h2" id="hosting">
          {hosting.title}
        </h2>
        <Lead className="mt-3 max-w-144 [word-break:auto-phrase]">{hosting.lead}</Lead>
        <Steps steps={hosting.steps} />
        <a className="link" href="/autowealth/">
          <span>{hosting.more}</span>
          <Icon name="arrow" />
        </a>
      </section>
      <section
        className="well flex flex-wrap gap-y-4 gap-x-8 items-center justify-between"
        aria-labelledby="ask"
      >
        <div>
          <h2 className="h3" id="ask">
            {ask.title}
          </h2>
          <p className="muted">
            <LinkedWords text={ask.text} />
          </p>
        </div>
        <Link className="btn btn-secondary" to="/contact">
          {m.layout_nav_contact()}
        </Link>
      </section>
    </div>
  );
}

function Steps({ steps }: { steps: readonly Point[] }) {
  return (
    <ol className="[counter-reset:step] grid grid-cols-4 gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-6 my-6 max-lg:grid-cols-2 max-sm:grid-cols-1">
      {steps.map(({ title, text }) => (
        <li key={title} className="[counter-increment:step]">
          <h3 className="text-lg before:content-[counter(step)_'_']">{title}</h3>
          <p className="mt-1.5">
            <LinkedWords text={text} />
          </p>
        </li>
      ))}
    </ol>
  );
}
