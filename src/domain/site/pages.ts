/** The parameters of an address that choose a list's cars, besides dates. `make` is another name of `brand`. */
export const carListParameters = [
  "q",
  "category",
  "brand",
  "make",
  "model",
  "location",
  "minPrice",
  "maxPrice",
  "fromYear",
  "toYear",
  "seats",
  "range",
  "stay",
  "carplay",
  "sort",
  "cursor",
] as const;
/** The parameters of an address about the car that a host would list. */
export const estimateParameters = ["brand", "model", "year", "city"] as const;

/** Parameters with dates: a page with dates depends on orders, so it is rendered every time. */
export const dateParameters = ["pickupDate", "returnDate", "from", "until"] as const;

type Row = {
  path: string;
  /** Other addresses of the same page. */
  also?: readonly string[];
  /** Parameters that change what the page shows. Without this list the page is never cached. */
  parameters?: readonly string[];
  /** In the header at every width, or only where there is room; narrow screens have both in their menu. */
  header?: "always" | "roomy";
  footer: "rent" | "host" | "company";
  /** A section that the application does not draw: its links are the browser's own. */
  isPlain?: boolean;
};

/**
 * The pages to read and to look around in, besides the cars' own, in the order of header, footer and sitemap. A new
 * one is a row here, a line in `src/web/routes.ts` and its name in `src/web/layout/navigation.ts`.
 */
export const publicPages = {
  home: { path: "/", also: ["/home"], parameters: [], header: "roomy", footer: "company" },
  cars: { path: "/cars", parameters: [...carListParameters, "before"], header: "always", footer: "rent" },
  search: { path: "/search", parameters: [...carListParameters, "before"], header: "roomy", footer: "rent" },
  plans: { path: "/pricing-tiers", parameters: ["location"], header: "always", footer: "rent" },
  howItWorks: { path: "/how-it-works", parameters: [], header: "always", footer: "rent" },
  hosts: {
    path: "/autowealth/",
    also: ["/autowealth"],
    parameters: estimateParameters,
    header: "always",
    footer: "host",
    isPlain: true,
  },
  guide: { path: "/autoedu", parameters: [], header: "always", footer: "host" },
  faq: { path: "/faq", parameters: [], header: "always", footer: "rent" },
  contact: { path: "/contact", header: "roomy", footer: "company" },
  terms: { path: "/terms", parameters: [], footer: "company" },
  privacy: { path: "/privacy", parameters: [], footer: "company" },
} satisfies Record<string, Row>;

export type PublicPageName = keyof typeof publicPages;
export type PublicPage = Row & { name: PublicPageName };

export const publicPageList: readonly PublicPage[] = (
  Object.entries(publicPages) as [PublicPageName, Row][]
).map(([name, row]) => ({ name, ...row }));
export const publicPaths: readonly string[] = publicPageList.map(({ path }) => path);
