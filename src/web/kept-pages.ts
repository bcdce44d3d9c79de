/** Public pages that are the same for everybody, with the query parameters that change what they show. */
const kept: Record<string, readonly string[]> = {
  "/": [],
  "/home": [],
  "/cars": ["q", "category", "brand", "location", "sort", "cursor"],
  "/search": ["location", "minPrice", "maxPrice", "fromYear", "toYear", "make", "model", "sort", "cursor"],
  "/pricing-tiers": ["location"],
};

/** The parameters that a page may be kept under, or undefined where every answer is made anew. A page with dates in its query is made anew. */
export function keptQuery(url: URL): readonly string[] | undefined {
  if (["pickupDate", "returnDate", "from", "until"].some((name) => url.searchParams.get(name))) return undefined;
  if (/^\/cars\/[^/]+$/.test(url.pathname)) return [];
  return kept[url.pathname];
}
