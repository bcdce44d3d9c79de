/** How many reviews a car's page shows, at first and after each "More reviews". */
export const reviewsShown = [5, 25, 100] as const;

/** How many reviews the address asks for. */
export const reviewCountOf = (search: URLSearchParams): number =>
  reviewsShown.find((count) => String(count) === search.get("reviews")) ?? reviewsShown[0];
