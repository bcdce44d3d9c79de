import { data, Link } from "react-router";
import { listBrands } from "#contract/cars.ts";
import { listHostingKinds } from "#contract/hosting.ts";
import { knownModels } from "#domain/cars/body-styles.ts";
import { api } from "#web/api.ts";
import { categoryWord } from "#web/cars/vocabulary.ts";
import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import "#web/styles/ask.css";
import "#web/styles/scene.css";
import { Lead } from "#web/ui/lead.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LinkedWords } from "#web/ui/linked-words.tsx";
import type { Route } from "./+types/hosting-page.ts";
import { ApplyLink, ApplyToHost } from "./apply-to-host.tsx";
import { EstimateForm } from "./estimate-form.tsx";
import { EstimateResult } from "./estimate-result.tsx";
import { findEstimate, readEstimateQuery } from "./estimate-query.ts";
import garage from "./garage.svg?url";
import "./hosting.css";
import type { Point } from "./hosting-content.ts";
import { KindsTable } from "./kinds-table.tsx";
import { readHosting } from "./read-hosting.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { apiFetch, language, today, business } = context.get(scopeContext);
  const platformSharePercent = 100 - business.hostSharePercent;
  const filters = readEstimateQuery(new URL(request.url).searchParams);
  const [content, brands, kinds, { status, ...found }] = await Promise.all([
    readHosting(language, platformSharePercent),
    api(listBrands, {}, apiFetch),
    api(listHostingKinds, {}, apiFetch),
    findEstimate(filters, apiFetch),
  ]);
  const models = knownModels.map(({ model }) => model).toSorted();
  return data(
    {
      content,
      platformSharePercent,
      filters,
      today,
      brands: brands.map(({ name }) => name),
      models,
      kinds,
      ...found,
    },
    { status: status ?? 200 },
  );
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { origin = "" } = matches[0]?.loaderData ?? {};
  return pageMeta({
    title: m.hosting_title(),
    description: m.hosting_description(),
    structuredData: [breadcrumbs(origin, [{ name: m.hosting_title(), path: "/autowealth/" }])],
  });
};

export default function HostingPage({
  loaderData: { content, platformSharePercent, filters, today, brands, models, kinds, errors, estimate },
}: Route.ComponentProps) {
  const { hero, estimate: words, deal, apply } = content;
  return (
    <>
      <section className="scene overflow-hidden bg-water" aria-labelledby="host-title">
        <div className="page grid grid-cols-2 gap-[clamp(1.5rem,4vw,4rem)] items-end max-lg:grid-cols-1 max-lg:gap-0">
          <div className="grid justify-items-start gap-5 py-[clamp(2.5rem,6vw,5.5rem)] max-lg:pb-4">
            <h1 className="h1" id="host-title">
              {hero.title.map((phrase) => (
                <span key={phrase}>{phrase} </span>
              ))}
            </h1>
            <Lead className="max-w-112 [word-break:auto-phrase]">{hero.lead}</Lead>
            <ApplyLink>
              {hero.button}
              <Icon name="arrow" />
            </ApplyLink>
          </div>
          <svg className="w-full overflow-visible" viewBox="0 0 640 440" aria-hidden="true" focusable="false">
            <use href={`${garage}#garage`} />
          </svg>
        </div>
      </section>
      <section className="page section" id="estimate" aria-labelledby="estimate-title">
        <div className="section-head">
          <h2 className="h2" id="estimate-title">
            {words.title}
          </h2>
          <p className="muted">{words.lead}</p>
        </div>
        <div className="grid grid-cols-[minmax(0,22rem)_minmax(0,1fr)] items-start gap-[clamp(2rem,5vw,4.5rem)] max-lg:grid-cols-1">
          <EstimateForm
            filters={filters}
            errors={errors}
            brands={brands}
            models={models}
            today={today}
            key={JSON.stringify(filters)}
          />
          <div className="grid grid-cols-1 gap-10">
            {estimate && <EstimateResult estimate={estimate} />}
            <KindsTable
              kinds={kinds.map((kind) => ({ ...kind, name: categoryWord(kind.category) }))}
              platformSharePercent={platformSharePercent}
            />
            <details className="ask">
              <summary>{words.how.title}</summary>
              <ol className="counted grid gap-2.5 max-w-text pb-5.5 text-sm text-ink-soft">
                {words.how.points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ol>
            </details>
          </div>
        </div>
      </section>
      <section className="page section" aria-labelledby="deal-title">
        <h2 className="sr-only" id="deal-title">
          {deal.title}
        </h2>
        <div className="grid grid-cols-2 gap-x-[clamp(2rem,6vw,6rem)] gap-y-10 max-md:grid-cols-1">
          {[deal.you, deal.we].map(({ title, points }) => (
            <div key={title}>
              <h3 className="mb-3 text-xl">{title}</h3>
              <Points points={points} />
            </div>
          ))}
        </div>
      </section>
      <section
        className="page section grid grid-cols-2 items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-8 max-md:grid-cols-1"
        id="apply"
        aria-labelledby="apply-title"
      >
        <div className="stack">
          <h2 className="h2" id="apply-title">
            {apply.title}
          </h2>
          <p className="muted">
            <LinkedWords text={apply.text} />
          </p>
          <ApplyToHost button={apply.button}>
            <Link className="btn btn-secondary" to="/contact">
              {apply.ask}
            </Link>
          </ApplyToHost>
        </div>
        <Points points={apply.steps} isOrdered />
      </section>
    </>
  );
}

function Points({ points, isOrdered }: { points: readonly Point[]; isOrdered?: boolean }) {
  const List = isOrdered ? "ol" : "ul";
  return (
    <List>
      {points.map(({ title, text }) => (
        <li className="py-3.25 border-b border-line text-sm text-ink-soft first:border-t" key={title}>
          <b className="block text-base/[inherit] font-label text-ink">{title}</b>
          {text}
        </li>
      ))}
    </List>
  );
}
