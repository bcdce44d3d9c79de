import { defaultLanguage, languages } from "#domain/languages.ts";

/**
 * A sitemap may list 50,000 addresses and hold 50 MB; each car has an address in every language, and so many
 * make 6 MB.
 */
export const carsAFile = 5000;

export type ListedPage = { path: string; changed?: string };

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The addresses of pages, in every language and each with its other languages, like the pages' own links. */
export function pageList(origin: string, pages: readonly ListedPage[]): string {
  const entries = pages.flatMap(({ path, changed }) => {
    const inLanguage = (language: string) =>
      `${origin}${path}${language === defaultLanguage ? "" : `${path.includes("?") ? "&amp;" : "?"}lang=${language}`}`;
    const alternates = [
      ...languages.map((language) => [language, language] as const),
      ["x-default", defaultLanguage] as const,
    ].map(
      ([name, language]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${inLanguage(language)}"/>`,
    );
    return languages.map(
      (language) =>
        `<url><loc>${inLanguage(language)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ""}${alternates.join("")}</url>`,
    );
  });
  return `${head}<urlset ${names} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("\n")}\n</urlset>\n`;
}

/** The addresses of the lists, once there are too many addresses for one list. */
export const listOfLists = (addresses: readonly string[]): string =>
  `${head}<sitemapindex ${names}>\n${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join("\n")}\n</sitemapindex>\n`;
