import { afterAll, beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import type { Person } from "#test/accounts.ts";
import type { TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import {
  hostCarCalls,
  fivePictures,
  makeHostCar,
  type ShownCar,
  hostCarsPath as path,
  startHostCars,
} from "#test/host-cars.ts";
import { multipart } from "#test/multipart.ts";
import { runOverBrokenRow } from "#test/broken-row.ts";
import { followCarPapers } from "./papers.ts";

let test: TestApp;
let host: Person;
let other: Person;
let desk: Person;
beforeAll(async () => {
  ({ test, host, other, desk } = await startHostCars());
});
afterAll(() => test.close());

const { call, carOf, rows, wholeDraft } = hostCarCalls(() => test);

describe("pictures", () => {
  it("pictures of an unapproved car are visible only to its host and the back office", async () => {
    const { id } = await wholeDraft(host);
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
    const sent = await multipart([{ field: "images", name: "a.jpg", content: photo, type: "image/jpeg" }]);
    const added = await test.app.inject({
      method: "POST",
      url: `${path}/${id}/images`,
      payload: sent.payload,
      headers: { ...host.authorization, ...sent.headers },
    });
    expect(added.statusCode, added.body).toBe(200);
    const address = added.json<{ car: ShownCar }>().car.images.at(-1) ?? "";
    const file = address.slice(address.lastIndexOf("/") + 1);
    const variants = [
      address,
      address.replace(/\.[0-9a-f]{8}\.webp$/, ".webp"),
      address.replace(".webp", "-480.webp"),
    ];
    const publicly = async () => {
      const answers = await Promise.all(variants.map((url) => test.app.inject(url)));
      return answers.map(({ statusCode }) => statusCode);
    };
    const privately = async (who: Person) =>
      (await call(who, "GET", `${path}/${id}/images/${file}`)).statusCode;
    expect(await publicly()).toEqual([404, 404, 404]);
    expect([await privately(host), await privately(other), await privately(desk)]).toEqual([200, 404, 404]);
    await call(host, "POST", `${path}/${id}/submit`);
    expect([await privately(desk), await privately(other), await publicly()]).toEqual([
      200,
      404,
      [404, 404, 404],
    ]);
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "declined", reason: "Blurred." });
    expect(await publicly()).toEqual([404, 404, 404]);
    // A car that was retired before it was ever listed.
    await rows("update cars set listing_state = 'retired' where id = $1", [id]);
    expect(await publicly()).toEqual([404, 404, 404]);
    await rows("update cars set listing_state = 'declined' where id = $1", [id]);
    await call(host, "POST", `${path}/${id}/submit`);
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
    expect(await publicly()).toEqual([200, 200, 200]);
    expect((await call(host, "POST", `${path}/${id}/retire`)).statusCode).toBe(200);
    expect(await publicly()).toEqual([200, 200, 200]);
  });

  it("pictures can be ordered and deleted, each only once", async () => {
    const { id } = await wholeDraft(host);
    const order = (images: string[]) => call(host, "PUT", `${path}/${id}/images`, { images });
    const turned = fivePictures.toReversed();
    expect((await order(turned)).json<ShownCar>().images).toEqual(turned);
    expect(refusalOf(await order(turned.slice(1)))).toMatchObject({ status: 422, fields: ["images"] });
    const [first = ""] = turned;
    const gone = await call(
      host,
      "DELETE",
      `${path}/${id}/images/${first.slice(first.lastIndexOf("/") + 1)}`,
    );
    expect(gone.json<ShownCar>().images).toEqual(turned.slice(1));
    expect(gone.json<ShownCar>().lacks).toContain("images");
  });

  it("a listed car keeps five pictures, and a paused car may have fewer", async () => {
    const id = await makeHostCar(test, host.id);
    const remove = (at: number) =>
      call(host, "DELETE", `${path}/${id}/images/${fivePictures[at]?.split("/").at(-1)}`);
    const shown = async () => (await call(host, "GET", `${path}/${id}`)).json<ShownCar>().images;
    expect(refusalOf(await remove(0))).toMatchObject({ status: 409, code: "pictures_needed" });
    expect(await shown()).toEqual(fivePictures);
    await test.services.database.rows("update cars set images = images || $2::text[] where id = $1", [
      id,
      [`${fivePictures[0]}`.replaceAll("1", "7")],
    ]);
    expect((await remove(0)).statusCode).toBe(200);
    expect(await shown()).toHaveLength(5);
    expect((await remove(1)).statusCode).toBe(409);
    await call(host, "POST", `${path}/${id}/pause`);
    expect((await remove(1)).statusCode).toBe(200);
  });
});

describe("papers", () => {
  it("papers are sealed, open to host and back office, and on a listed car wait for approval", async () => {
    const id = await makeHostCar(test, host.id);
    const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: "white" } })
      .jpeg()
      .toBuffer();
    const send = async (lastDay: string) => {
      const form = new FormData();
      form.set("kind", "insurance");
      form.set("lastDay", lastDay);
      form.set("file", new File([new Uint8Array(photo)], "a.jpg", { type: "image/jpeg" }));
      const sent = new Response(form);
      return test.app.inject({
        method: "POST",
        url: `${path}/${id}/papers`,
        payload: Buffer.from(await sent.arrayBuffer()),
        headers: { ...host.authorization, "content-type": sent.headers.get("content-type") ?? "" },
      });
    };
    expect(refusalOf(await send("2026-11-30"))).toMatchObject({ status: 422, fields: ["lastDay"] });
    const car = (await send("2027-12-31")).json<ShownCar>();
    expect(car.waiting).toEqual([{ field: "insurance", from: "2027-06-19", to: "2027-12-31" }]);
    const papers = car.papers as { id: string; isAccepted: boolean }[];
    const waiting = papers.find(({ isAccepted }) => !isAccepted)?.id ?? "";
    const open = async (who: Person) =>
      (await call(who, "GET", `${path}/${id}/papers/${waiting}`)).statusCode;
    expect([await open(host), await open(desk), await open(other)]).toEqual([200, 200, 404]);
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
    expect((await carOf(host, id)).waiting).toEqual([]);
  });

  it("papers that expire cause emails 30, 7 and 0 days before and then pause the car", async () => {
    const id = await makeHostCar(test, host.id);
    await rows("delete from emails");
    const kindsAfter = async (daysLeft: number) => {
      await rows("update car_papers set last_day = $2::date + $3::int where car_id = $1", [
        id,
        "2026-12-01",
        daysLeft,
      ]);
      await followCarPapers(test.services);
      await followCarPapers(test.services);
      const found = await rows<{ kind: string }>(
        "select kind from emails where content::text like '%' || $1 || '%'",
        [id],
      );
      return found.map(({ kind }) => kind.replace("host_car_", ""));
    };
    const ends = (times: number) => Array.from({ length: times }, () => "papers_end");
    expect(await kindsAfter(31)).toEqual([]);
    expect(await kindsAfter(30)).toEqual(ends(1));
    expect(await kindsAfter(8)).toEqual(ends(1));
    expect(await kindsAfter(7)).toEqual(ends(2));
    expect(await kindsAfter(0)).toEqual(ends(3));
    expect((await carOf(host, id)).state).toBe("listed");
    expect((await kindsAfter(-1)).toSorted()).toEqual([...ends(3), "papers_ended"]);
    expect(await carOf(host, id)).toMatchObject({ state: "paused", lacks: ["registration", "insurance"] });
  });

  it("papers that expire pause their car even if another car's fail to be followed", async () => {
    const [broken, whole] = [await makeHostCar(test, host.id), await makeHostCar(test, host.id)];
    await rows("update car_papers set last_day = $2::date - 1 where car_id = any($1)", [
      [broken, whole],
      "2026-12-01",
    ]);
    await runOverBrokenRow(test, { table: "cars", condition: `new.id = '${broken}'` }, () =>
      followCarPapers(test.services),
    );
    expect((await carOf(host, whole)).state).toBe("paused");
    expect((await carOf(host, broken)).state).toBe("listed");
    await followCarPapers(test.services);
    expect((await carOf(host, broken)).state).toBe("paused");
  });
});
