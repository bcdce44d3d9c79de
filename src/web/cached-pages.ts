/** Public pages that are the same for everybody, with the query parameters that change what they show. */
const kept: Record<string, readonly string[]> = {
  "/": [],
  "/home": [],
  "/cars": ["q", "category", "brand", "location", "sort", "cursor", "before"],
  "/search": [
    "location",
    "minPrice",
    "maxPrice",
    "fromYear",
    "toYear",
    "make",
    "model",
    "sort",
    "cursor",
    "before",
  ],
  "/pricing-tiers": ["location"],
  "/faq": [],
  "/autowealth": ["brand", "model", "year", "city"],
  "/autowealth/": ["brand", "model", "year", "city"],
  "/autoedu": [],
  "/privacy": [],
  "/terms": [],
  "/how-it-works": [],
};

/**
 * Pages to read and look around in. They wait with the application until a person does something; the flows
 * ask for it at once.
 */
export const isForReading = (pathname: string): boolean =>
  Object.hasOwn(kept, pathname) || pathname === "/contact" || /^\/cars\/[^/]+$/.test(pathname);

/**
 * The parameters that a page may be kept under, or undefined where every answer is made anew. What depends on
 * orders is made anew: a car's own page with its free days, and any page with dates in its query.
 */
export function keptQuery(url: URL): readonly string[] | undefined {
  if (["pickupDate", "returnDate", "from", "until"].some((name) => url.searchParams.get(name)))
    return undefined;
  return Object.hasOwn(kept, url.pathname) ? kept[url.pathname] : undefined;
}
