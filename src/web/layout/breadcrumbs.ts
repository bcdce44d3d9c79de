import { m } from "#web/paraglide/messages.js";
import { pageAddress } from "./page-address.ts";

/** The place of a page in the site, for search engines: home first, then the places that lead to it, itself last. */
export function breadcrumbs(
  origin: string,
  places: readonly { name: string; path: string }[],
): Record<string, unknown> {
  const trail = [{ name: m.layout_nav_home(), path: "/" }, ...places];
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name,
      item: pageAddress(origin, path),
    })),
  };
}
