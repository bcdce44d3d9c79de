import { dateParameters, publicPageList } from "#domain/site/pages.ts";

const byAddress = new Map(
  publicPageList.flatMap((page) => [page.path, ...(page.also ?? [])].map((path) => [path, page])),
);

/**
 * Pages to read and look around in. They wait with the application until a person does something; the flows
 * ask for it at once.
 */
export const isForReading = (pathname: string): boolean =>
  byAddress.has(pathname) || /^\/(cars|hosts)\/[^/]+$/.test(pathname);

/**
 * The parameters that a page may be cached under, or undefined where every answer is made anew: what depends on
 * orders, a car's own page with its free days and any page with dates in its query, and a form that answers.
 */
export function cachedQuery(url: URL): readonly string[] | undefined {
  if (dateParameters.some((name) => url.searchParams.get(name))) return undefined;
  return byAddress.get(url.pathname)?.parameters;
}
