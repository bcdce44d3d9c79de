import type { PublicHost } from "#contract/hosts.ts";
import { carAddress, hostAddress } from "#web/cars/address.ts";
import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageAddress } from "#web/layout/page-address.ts";
import { m } from "#web/paraglide/messages.js";

type HostOfData = Pick<PublicHost, "host"> & { cars: readonly { id: string; name: string }[] };

/**
 * A host for search engines: a page about a person, with their cars. The rating belongs to the page, since
 * schema.org has ratings of pages but none of people.
 */
export function hostData({ host, cars }: HostOfData, origin: string): Record<string, unknown>[] {
  const { rating } = host;
  const path = hostAddress(host.username);
  const url = pageAddress(origin, path);
  const page = {
    "@type": "ProfilePage",
    url,
    mainEntity: { "@type": "Person", name: host.firstName, alternateName: host.username, url },
    hasPart: cars.map(({ id, name }) => ({
      "@type": "WebPage",
      name,
      url: pageAddress(origin, carAddress(id)),
    })),
    ...(rating && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: rating.mean,
        reviewCount: rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
  return [
    page,
    breadcrumbs(origin, [
      { name: m.cars_title(), path: "/cars" },
      { name: m.host_public_heading({ name: host.firstName }), path },
    ]),
  ];
}
