import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { brotliDecompressSync } from "node:zlib";
import { startAnother } from "#test/another-process.ts";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { fieldOf } from "#test/client.ts";
import { makePerson } from "#test/accounts.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const sqlText = (text: string, parameters: unknown[] = []) => test.services.database.rows(text, parameters);
const soon = { timeout: 5000, interval: 10 };

describe("an answer that is kept", () => {
  it("a kept answer is a 304 to a client that has it", async () => {
    const carId = await makeCar(test);
    for (const url of [
      "/api/cars",
      "/api/categories",
      "/api/brands",
      "/api/locations",
      "/api/cars/search?minPrice=1",
      `/api/cars/${carId}`,
    ]) {
      const first = await test.app.inject(url);
      expect(first.headers).toMatchObject({
        "cache-control": "no-cache",
        vary: "Accept-Encoding",
        etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      });
      const again = await test.app.inject({ url, headers: { "if-none-match": String(first.headers.etag) } });
      expect([again.statusCode, again.body, again.headers.etag], url).toEqual([304, "", first.headers.etag]);
      expect((await test.app.inject({ url, headers: { "if-none-match": 'W/"other"' } })).statusCode).toBe(
        200,
      );
    }
  });

  it("a kept answer is the same later, headers too, and compressed for clients that accept it", async () => {
    for (let number = 0; number < 30; number++) await makeCar(test, { brand: "Kept" });
    const url = "/api/cars?brand=kept&limit=20";
    const first = await test.app.inject(url);
    const later = await test.app.inject(url);
    const head = await test.app.inject({ method: "HEAD", url });
    for (const answer of [later, head])
      for (const name of ["etag", "link", "x-total-count", "content-type", "x-content-type-options"])
        expect(answer.headers[name]).toBe(first.headers[name]);
    expect([later.body, head.body]).toEqual([first.body, ""]);
    await vi.waitFor(async () => {
      const compressed = await test.app.inject({ url, headers: { "accept-encoding": "gzip, br" } });
      expect(compressed.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(first.body);
    }, soon);
    expect((await test.app.inject({ url, headers: { "accept-encoding": "gzip" } })).body).toBe(first.body);
  });

  it("a public answer never holds a plate or an insurance", async () => {
    const carId = await makeCar(test, {
      plateNumber: "SECRET1",
      insurance: "Secret Mutual",
      brand: "Toyota",
    });
    for (const url of [
      "/api/cars?limit=100",
      "/api/cars/search?limit=100",
      "/api/cars?q=toyota",
      `/api/cars/${carId}`,
      `/api/cars/${carId}/similar`,
      `/api/cars/${carId}/availability`,
    ]) {
      const { statusCode, body } = await test.app.inject(url);
      expect(
        [statusCode, /plate|SECRET1|TEST\d|insurance|Secret Mutual|retired/i.exec(body)?.[0]],
        url,
      ).toEqual([200, undefined]);
    }
  });
});

describe("a change of a car, made in the database by any program", () => {
  it.each<[string, string]>([
    ["a new price", "update cars set monthly_price = 12300 where id = $1"],
    ["its leaving", "update cars set available = false where id = $1"],
    ["its retirement", "update cars set retired_at = now() where id = $1"],
    ["its end", "delete from cars where id = $1"],
  ])("a changed car is new in every answer: %s", async (_name, statement) => {
    const brand = `Changing ${crypto.randomUUID()}`;
    const carId = await makeCar(test, { brand, monthlyPrice: 99_900 });
    const url = `/api/cars?brand=${encodeURIComponent(brand)}`;
    const [before, page] = [await test.app.inject(url), await test.app.inject(`/api/cars/${carId}`)];
    expect(before.json()).toMatchObject([{ id: carId, monthlyPrice: "999.00" }]);
    await sqlText(statement, [carId]);
    await vi.waitFor(async () => {
      const after = await test.app.inject({ url, headers: { "if-none-match": String(before.headers.etag) } });
      const pageAfter = await test.app.inject({
        url: `/api/cars/${carId}`,
        headers: { "if-none-match": String(page.headers.etag) },
      });
      expect([after.statusCode, pageAfter.statusCode]).not.toContain(304);
      expect(after.body).not.toContain("999.00");
      expect((await fieldOf<string>(test, "/api/brands", "name")).includes(brand)).toBe(
        after.json<unknown[]>().length === 1,
      );
    }, soon);
  });

  it.each([
    ["is suspended and comes back", "suspended_at = now()", "suspended_at = null"],
    ["ends hosting and hosts again", "role = 'customer'", "role = 'host'"],
  ])("a car's page names its host only while they host: one who %s", async (_what, away, back) => {
    const host = await makePerson(test, { role: "host" });
    const id = await makeHostCar(test, host.id);
    const isNamed = async () =>
      Boolean((await test.app.inject(`/api/cars/${id}`)).json<{ host?: object | null }>().host);
    for (const [set, expected] of [
      ["role = role", true],
      [away, false],
      [back, true],
    ] as const) {
      await sqlText(`update accounts set ${set} where id = $1`, [host.id]);
      await vi.waitFor(async () => expect(await isNamed()).toBe(expected), soon);
    }
  });

  it("a rolled-back change of a car changes no answer", async () => {
    const version = test.services.carFacts.version();
    await test.services.database
      .transaction(async (tx) => {
        await tx.execute("update cars set monthly_price = 1");
        throw new Error("undone");
      })
      .catch(() => undefined);
    expect(test.services.carFacts.version()).toBe(version);
    expect(await fieldOf<string>(test, "/api/cars?limit=100", "monthlyPrice")).not.toContain("0.01");
  });

  // Only a database server can have two processes of the product.
  it.runIf(databaseKind === "postgres")(
    "a changed car reaches every process of the installation: %s",
    async () => {
      const other = await startAnother(test);
      try {
        const carId = await makeCar(test, { brand: "Heard", monthlyPrice: 50_000 });
        const prices = (where: TestApp) => fieldOf<string>(where, "/api/cars?brand=heard", "monthlyPrice");
        for (const cents of [61_100, 62_200, 63_300]) {
          await Promise.all([prices(test), prices(other)]);
          await other.services.database.rows("update cars set monthly_price = $2 where id = $1", [
            carId,
            cents,
          ]);
          await vi.waitFor(
            async () =>
              expect([await prices(test), await prices(other)]).toEqual(Array(2).fill([`${cents / 100}.00`])),
            soon,
          );
        }
        expect(test.services.carFacts.version()).toBe(other.services.carFacts.version());
      } finally {
        await other.close();
      }
    },
  );

  it.runIf(databaseKind === "postgres")(
    "a changed car is noticed after the listening connection was lost: %s",
    async () => {
      const carId = await makeCar(test, { brand: "Lost", monthlyPrice: 50_000 });
      const prices = () => fieldOf<string>(test, "/api/cars?brand=lost", "monthlyPrice");
      expect(await prices()).toEqual(["500.00"]);
      await sqlText(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
      );
      await sqlText("update cars set monthly_price = 61100 where id = $1", [carId]);
      await vi.waitFor(async () => expect(await prices()).toEqual(["611.00"]), soon);
      await vi.waitFor(() => expect(test.services.carFacts.version()).toBeDefined(), soon);
      await sqlText("update cars set monthly_price = 62200 where id = $1", [carId]);
      await vi.waitFor(async () => expect(await prices()).toEqual(["622.00"]), soon);
    },
  );
});
