import { m } from "#web/paraglide/messages.js";
import { carAddress } from "#web/cars/address.ts";
import { CreditedMap } from "#web/map/bay-map.tsx";
import { pageAddress } from "#web/layout/page-address.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import type { Route } from "./+types/list-page.ts";
import { CarList } from "./car-list.tsx";
import { facetTitle, isFound } from "./facet.ts";
import { loadList } from "./load-list.ts";

export const loader = (given: Route.LoaderArgs) => loadList("/cars", given);

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { origin = "" } = matches[0]?.loaderData ?? {};
  const structuredData = {
    "@type": "ItemList",
    name: facetTitle(loaderData) ?? m.cars_title(),
    numberOfItems: loaderData.total,
    itemListElement: loaderData.cars.map((car, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name: car.name,
      url: pageAddress(origin, carAddress(car.id)),
    })),
  };
  return [
    ...pageMeta({
      title: facetTitle(loaderData) ?? m.cars_page_title(),
      description: m.cars_description({ count: loaderData.total }),
      structuredData: [structuredData],
    }),
    ...(isFound(loaderData) ? [] : [{ name: "robots", content: "noindex" }]),
  ];
};

export default function ListPage({ loaderData }: Route.ComponentProps) {
  return (
    <CarList
      loaded={loaderData}
      title={facetTitle(loaderData) ?? m.cars_title()}
      lead={m.cars_lead()}
      cityMap={CreditedMap}
    />
  );
}
