import { useLocation, useMatches } from "react-router";
import { defaultLanguage, type Language, languages } from "#domain/languages.ts";
import { sharedPicture } from "#domain/cars/previews.ts";
import { withoutEnding } from "#domain/plain-text.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { pageAddress } from "./page-address.ts";
import { preview } from "./page-meta.ts";

/** Parameters that make a different page; all other parameters only arrange the same page. */
const meaningful = new Map<string, readonly string[]>(
  Object.entries({
    "/cars": ["category", "brand", "location"],
    "/pricing-tiers": ["location"],
  }),
);

/** Pages that answer at two addresses, each with its canonical address. */
const otherAddresses = new Map([
  ["/home", "/"],
  ["/autowealth", "/autowealth/"],
]);

/** The router takes /FAQ and /faq/ for /faq: one page, so one address. */
function plainPath(pathname: string): string {
  const path = withoutEnding(pathname.toLowerCase(), "/") || "/";
  return otherAddresses.get(path) ?? path;
}

/**
 * The address that search engines should keep, the same page in each language, and the picture that a shared link
 * shows if the page has no picture of its own. Pages whose handle says `isUnlisted` have none of these.
 */
export function HeadLinks({ origin }: { origin: string }) {
  const { pathname, search } = useLocation();
  const handles = useMatches().map(({ handle }) => handle);
  const says = (word: string) =>
    handles.some((handle) => typeof handle === "object" && handle !== null && word in handle);
  if (says("isUnlisted")) return <meta name="robots" content="noindex" />;

  const given = new URLSearchParams(search);
  const path = plainPath(pathname);
  const query = new URLSearchParams(
    (meaningful.get(path) ?? []).flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? ""]] : [])),
  );
  // Robots ignore a language link if its address isn't the canonical address of the linked page.
  const address = (language: Language) =>
    pageAddress(origin, query.size ? `${path}?${query}` : path, language);
  const canonical = address(currentLanguage());
  return (
    <>
      <link rel="canonical" href={canonical} />
      <meta property="og:url" content={canonical} />
      <meta name="twitter:card" content="summary_large_image" />
      {!says("hasPreview") &&
        preview(`${origin}/${sharedPicture[currentLanguage()]}`).map((meta) => (
          <meta key={meta.property} {...meta} />
        ))}
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={address(language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address(defaultLanguage)} />
    </>
  );
}
