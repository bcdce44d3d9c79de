// @one-database
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Car } from "#contract/cars.ts";
import { emailPictureAddress, emailPictureSize, previewAddress } from "#domain/cars/previews.ts";
import { languages } from "#domain/languages.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const carOf = async (id: string) => (await test.app.inject(`/api/cars/${id}`)).json<Car>();

describe("a car's picture for emails", () => {
  it("a car's picture for emails is a JPEG at a fixed address and changes with the car's photo", async () => {
    const id = await makeCar(test);
    const show = () => test.app.inject(emailPictureAddress(id));
    const first = await show();
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      "cache-control": "public, max-age=86400",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: "jpeg", ...emailPictureSize });
    const taken = await test.services.imageStore.takeIn(
      await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
        .jpeg()
        .toBuffer(),
      id,
      "host",
    );
    if (!("url" in taken)) throw new Error(taken.error);
    await test.services.database.rows("update cars set images = array[$2] where id = $1", [id, taken.url]);
    await test.services.carFacts.changed();
    expect((await show()).rawPayload.equals(first.rawPayload)).toBe(false);
  });

  it("a car that is not public has no picture for emails", async () => {
    const host = await makePerson(test, { role: "host" });
    const id = await makeHostCar(test, host.id, "submitted");
    expect((await test.app.inject(emailPictureAddress(id))).statusCode).toBe(404);
  });
});

describe("a car's preview", () => {
  it("a car's preview is a JPEG of 1200 by 630 that may be kept forever", async () => {
    const address = previewAddress(
      await carOf(await makeCar(test, { name: "Kia <b>Carnival</b> & Friends" })),
      "en",
    );
    const answer = await test.app.inject(address);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/jpeg");
    expect(answer.headers["cache-control"]).toContain("immutable");
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      format: "jpeg",
      width: 1200,
      height: 630,
    });
    expect((await test.app.inject(address)).rawPayload.equals(answer.rawPayload)).toBe(true);
  });

  it("a preview is not found once its car is deleted", async () => {
    const id = await makeCar(test);
    const address = previewAddress(await carOf(id), "en");
    expect((await test.app.inject(address)).statusCode).toBe(200);
    await test.services.database.rows("delete from cars where id = $1", [id]);
    await test.services.carFacts.changed();
    expect((await test.app.inject(address)).statusCode).toBe(404);
  });

  it("a preview differs from another car's, and its name changes with the price", async () => {
    const id = await makeCar(test);
    const before = previewAddress(await carOf(id), "en");
    const first = (await test.app.inject(before)).rawPayload;
    await test.services.database.rows("update cars set monthly_price = monthly_price + 100 where id = $1", [
      id,
    ]);
    await test.services.carFacts.changed();
    const after = previewAddress(await carOf(id), "en");
    expect(after).not.toBe(before);
    expect((await test.app.inject(after)).rawPayload.equals(first)).toBe(false);
  });

  it("a preview is drawn in each language, under a name of its own", async () => {
    const car = await carOf(await makeCar(test));
    const [en, zh] = await Promise.all(
      languages.map(async (language) => (await test.app.inject(previewAddress(car, language))).rawPayload),
    );
    expect(previewAddress(car, "zh")).not.toBe(previewAddress(car, "en"));
    expect(zh?.equals(en ?? Buffer.alloc(0))).toBe(false);
  });

  it("a preview shows the drawing if the car's photo is on another site", async () => {
    const id = await makeCar(test, { images: ["https://photos.example/a.jpg"] });
    expect((await test.app.inject(previewAddress(await carOf(id), "en"))).statusCode).toBe(200);
  });

  it("a preview says plus tax where a tax is added in the car's city, under a name of its own", async () => {
    const rate = {
      name: "Sales tax",
      percent: 9.375,
      from: "2026-01-01",
      cities: ["San Jose"],
      on: ["rental"],
    };
    const taxed = await startTestApp({ TAX_RATES: JSON.stringify([rate]) });
    try {
      const shownIn = async (app: TestApp, city: string) => {
        const car = (await app.app.inject(`/api/cars/${await makeCar(app, { city })}`)).json<Car>();
        const { statusCode } = await app.app.inject(previewAddress(car, "en"));
        const plusTax = await app.app.inject(previewAddress({ ...car, plusTax: true }, "en"));
        return { statusCode, plusTax: plusTax.statusCode };
      };
      const [plain, other, asked] = [
        await shownIn(test, "San Jose"),
        await shownIn(taxed, "Fremont"),
        await shownIn(taxed, "San Jose"),
      ];
      for (const { statusCode, plusTax } of [plain, other]) expect([statusCode, plusTax]).toEqual([200, 404]);
      expect([asked.statusCode, asked.plusTax]).toEqual([404, 200]);
    } finally {
      await taxed.close();
    }
  });

  it("a preview with a made-up name is not found", async () => {
    const id = await makeCar(test);
    for (const file of [
      `${id}.00000000.jpg`,
      `${crypto.randomUUID()}.00000000.jpg`,
      "..%2F..%2Fetc%2Fpasswd",
      `${crypto.randomUUID()}.jpg`,
      `${id}.none.jpg`,
      "%00",
    ]) {
      const { statusCode } = await test.app.inject(`/api/images/previews/${file}`);
      expect([400, 404]).toContain(statusCode);
    }
  });
});
