import { m } from "#web/paraglide/messages.js";
import { CreditedMap } from "#web/map/bay-map.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import type { Route } from "./+types/search-page.ts";
import { CarList } from "./car-list.tsx";
import { isFiltered } from "./list-query.ts";
import { loadList } from "./load-list.ts";

export const loader = (given: Route.LoaderArgs) => loadList("/search", given);

/** Search engines index the plain search page, but no search with filters: /cars has the same lists. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...pageMeta({ title: m.search_title(), description: m.search_description() }),
  ...(loaderData && isFiltered(loaderData.filters) ? [{ name: "robots", content: "noindex" }] : []),
];

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  return (
    <CarList loaded={loaderData} title={m.search_title()} lead={m.search_lead()} cityMap={CreditedMap} />
  );
}
