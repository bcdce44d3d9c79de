import { useLocation, useMatches } from "react-router";
import { defaultLanguage, languages } from "#domain/languages.ts";

/** Parameters that make a page another page; all others only arrange it. */
const meaningful = ["category", "brand", "location"];

/** Pages that answer at two addresses, and the one that is theirs. */
const otherAddresses: Readonly<Record<string, string>> = { "/home": "/", "/autowealth": "/autowealth/" };

/** The address that search engines should keep, and the same page in each language. Pages whose handle says `isUnlisted` have none. */
export function HeadLinks({ origin }: { origin: string }) {
  const { pathname, search } = useLocation();
  const isUnlisted = useMatches().some(({ handle }) => typeof handle === "object" && handle !== null && "isUnlisted" in handle);
  if (isUnlisted) return <meta name="robots" content="noindex" />;

  const given = new URLSearchParams(search);
  const address = (language?: string) => {
    const query = new URLSearchParams(meaningful.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? ""]] : [])));
    if (language) query.set("lang", language);
    return origin + (otherAddresses[pathname] ?? pathname) + (query.size ? `?${query}` : "");
  };
  return (
    <>
      <link rel="canonical" href={address()} />
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={address(language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address(defaultLanguage)} />
    </>
  );
}
