import type { FastifyInstance, FastifyReply } from "fastify";
import { notFound } from "#contract/params.ts";
import type { CarCounts } from "#domain/cars/car-counts.ts";
import { brand } from "#domain/brand.ts";
import { defaultLanguage, type Language, languageFrom } from "#domain/languages.ts";
import { publicPaths } from "#domain/site/pages.ts";
import type { Services } from "#server/services.ts";
import { findListedCars, findListedHosts, findListEnds } from "./queries.ts";
import { carsAFile, listOfLists, pageList } from "./sitemap.ts";

const first = "00000000-0000-0000-0000-000000000000";
/** The most hosts in the list of pages: in both languages it stays below the limit of 50,000 addresses. */
const mostHosts = 20_000;
const about: Record<Language, string> = {
  en: "Cars by the month around San Francisco Bay",
  zh: "旧金山湾区按月租车",
};

/** What search engines and home screens read: the list of pages, robots.txt, and the manifest. */
export function sitemapRoutes(
  app: FastifyInstance,
  { config, database, carFacts }: Services,
  size = carsAFile,
): void {
  const { origin } = config.publicUrl;
  const hidden = { schema: { hide: true } };

  const asXml = (reply: FastifyReply, text: string) =>
    reply.header("cache-control", "public, max-age=3600").type("application/xml; charset=utf-8").send(text);
  const cars = async (after: string) =>
    (await findListedCars(database, after, size)).map(({ id, changed }) => ({
      path: `/cars/${id}`,
      changed,
    }));
  const pages = async () =>
    [
      ...publicPaths,
      ...facetPaths(await carFacts.counts()),
      ...(await findListedHosts(database, mostHosts)).map(({ username }) => `/hosts/${username}`),
    ].map((path) => ({ path }));

  let ends: { version: number | undefined; names: Promise<string[]> } | undefined;
  /** Returns where the lists begin. It reads the whole catalogue, once for each version of it. */
  function listEnds(): Promise<string[]> {
    const version = carFacts.version();
    if (ends && version !== undefined && ends.version === version) return ends.names;
    const names = findListEnds(database, size);
    ends = { version, names };
    names.catch(() => (ends = undefined));
    return names;
  }

  app.get("/sitemap.xml", hidden, async (_request, reply) => {
    const total = (await carFacts.counts()).reduce((sum, { count }) => sum + count, 0);
    if (total <= size) return asXml(reply, pageList(origin, [...(await pages()), ...(await cars(first))]));
    return asXml(
      reply,
      listOfLists(["pages", first, ...(await listEnds())].map((name) => `${origin}/sitemap/${name}.xml`)),
    );
  });

  app.get<{ Params: { name: string } }>("/sitemap/:name.xml", hidden, async (request, reply) => {
    const { name } = request.params;
    if (name === "pages") return asXml(reply, pageList(origin, await pages()));
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)) throw notFound("not_found");
    return asXml(reply, pageList(origin, await cars(name)));
  });

  app.get("/robots.txt", hidden, (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("text/plain; charset=utf-8")
      .send(
        `User-agent: *\nAllow: /api/images/\nDisallow: /api/\nDisallow: /auth/\nDisallow: /rest/\nDisallow: /dev/\n\nSitemap: ${origin}/sitemap.xml\n`,
      ),
  );

  app.get<{ Querystring: { lang?: unknown } }>("/manifest.webmanifest", hidden, (request, reply) => {
    const language = languageFrom(request.query.lang) ?? defaultLanguage;
    return reply
      .header("cache-control", "public, max-age=3600")
      .type("application/manifest+json; charset=utf-8")
      .serializer(JSON.stringify)
      .send(manifest(language));
  });
}

/** The paths of lists with one category, one brand or one city that has cars. */
function facetPaths(counts: readonly CarCounts[]): string[] {
  const facets = counts.flatMap(({ category, brand: make, city }) => [
    new URLSearchParams({ category }).toString(),
    new URLSearchParams({ brand: make }).toString(),
    new URLSearchParams({ location: city }).toString(),
  ]);
  // An ampersand within a name is written in percent: nothing is left that XML would read.
  return [...new Set(facets)].toSorted().map((query) => `/cars?${query}`);
}

const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

const manifest = (language: Language) => ({
  id: "/",
  name: brand.name[language],
  short_name: brand.name[language],
  description: about[language],
  lang: language,
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#f6f7f4",
  theme_color: "#d5e5e6",
  icons: [icon("icon-192", 192, "any"), icon("icon-512", 512, "any"), icon("maskable-512", 512, "maskable")],
});
