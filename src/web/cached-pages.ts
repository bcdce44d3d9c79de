import { dateParameters, publicPageList } from "#domain/site/pages.ts";

const byAddress = new Map(
  publicPageList.flatMap((page) => [page.path, ...(page.also ?? [])].map((path) => [path, page])),
);

/**
 * Pages to read and look around in. On these pages the application waits until a person does something; the pages
 * of a flow, such as the checkout, load it at once.
 */
export const isForReading = (pathname: string): boolean =>
  byAddress.has(pathname) || /^\/(cars|hosts)\/[^/]+$/.test(pathname);

/**
 * The parameters under which a page may be cached. Undefined if every answer is rendered separately: pages that
 * depend on orders, a car's own page with its free days, any page with dates in its query, and a form that answers.
 */
export function cachedQuery(url: URL): readonly string[] | undefined {
  if (dateParameters.some((name) => url.searchParams.get(name))) return undefined;
  return byAddress.get(url.pathname)?.parameters;
}
