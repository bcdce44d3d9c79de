import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicPaths } from "#domain/site/pages.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { sitemapRoutes } from "./routes.ts";

let test: TestApp;
let ids: string[];
beforeAll(async () => {
  test = await startTestApp({ PUBLIC_URL: "http://localhost:3000" });
  ids = [];
  for (let made = 0; made < 7; made++) ids.push(await makeCar(test));
  await makeCar(test, { available: false });
});
afterAll(() => test.close());

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address);
const origin = "http://localhost:3000";

describe("the sitemap", () => {
  it("the sitemap lists every public page and available car in each language with its translation", async () => {
    const answer = await test.app.inject("/sitemap.xml");
    expect(answer.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const facets = ["category=Sedan", "brand=Toyota", "location=San+Jose"].map((facet) => `/cars?${facet}`);
    const paths = [...publicPaths, ...ids.map((id) => `/cars/${id}`)];
    const listed = locations(answer.body);
    expect(listed.toSorted()).toEqual(
      [
        ...paths.flatMap((path) => [`${origin}${path}`, `${origin}${path}?lang=zh`]),
        ...facets.flatMap((path) => [`${origin}${path}`, `${origin}${path}&amp;lang=zh`]),
      ].toSorted(),
    );
    expect(answer.body.match(/hreflang="x-default"/g)).toHaveLength(listed.length);
    for (const path of paths) {
      const [english, chinese] = [`${origin}${path}`, `${origin}${path}?lang=zh`];
      expect(
        answer.body.split(
          `hreflang="en" href="${english}"/><xhtml:link rel="alternate" hreflang="zh" href="${chinese}"/>`,
        ),
      ).toHaveLength(3);
    }
    expect(answer.body).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  });

  it("the sitemap lists a host's page while one of their cars is listed", async () => {
    const host = await makePerson(test, { role: "host" });
    const { rows } = test.services.database;
    const [account] = await rows<{ username: string }>(
      "update accounts set username = coalesce(username, 'wheels') where id = $1 returning username",
      [host.id],
    );
    const page = `${origin}/hosts/${account?.username}`;
    const listed = async () => locations((await test.app.inject("/sitemap.xml")).body);
    const carId = await makeHostCar(test, host.id, "paused");
    expect(await listed()).not.toContain(page);
    await rows("update cars set listing_state = 'listed' where id = $1", [carId]);
    expect(await listed()).toEqual(expect.arrayContaining([page, `${page}?lang=zh`]));
    await rows("update cars set listing_state = 'paused' where id = $1", [carId]);
    await test.services.carFacts.changed();
  });

  it("a long sitemap is split into lists, with every car once", async () => {
    const app = Fastify();
    sitemapRoutes(app, test.services, 3);
    const index = await app.inject("/sitemap.xml");
    expect(index.body).toContain("<sitemapindex");
    const lists = locations(index.body);
    const answers = await Promise.all(lists.map((address) => app.inject(new URL(address).pathname)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(lists.map(() => 200));
    const cars = answers
      .flatMap(({ body }) => locations(body))
      .filter((address) => /\/cars\/[^?]+$/.test(address));
    expect(cars.toSorted()).toEqual(ids.map((id) => `${origin}/cars/${id}`).toSorted());
    for (const name of ["..%2Fx", "nothing", "00000000-0000-0000-0000-00000000000g"])
      expect((await app.inject(`/sitemap/${name}.xml`)).statusCode).not.toBe(200);
    await app.close();
  });
});

it("the robots file names what is closed to robots and where the sitemap is", async () => {
  const { body, headers } = await test.app.inject("/robots.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(body).toMatch(/^Disallow: \/api\/$/m);
  expect(body).toMatch(/^Allow: \/api\/images\/$/m);
  expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`);
});

it("the manifest exists in each language", async () => {
  const read = async (lang: string) =>
    (await test.app.inject(`/manifest.webmanifest?lang=${lang}`)).json<{
      name: string;
      lang: string;
      icons: object[];
    }>();
  expect(await read("zh")).toMatchObject({
    name: "长湾月租",
    lang: "zh",
    display: "standalone",
    start_url: "/",
  });
  expect(await read("<script>")).toMatchObject({ name: "Longbay", lang: "en" });
  expect((await read("en")).icons).toHaveLength(3);
});
