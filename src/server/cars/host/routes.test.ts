import { afterAll, beforeAll, describe, expect, it } from "vitest";
import sharp from "sharp";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { multipart } from "#test/multipart.ts";
import { followCarPapers } from "./papers.ts";
import { makeCar } from "#test/factories.ts";
import { fivePictures, givePapers, makeHostCar, nextVin, typedCar } from "#test/host-cars.ts";

let test: TestApp;
let host: Person;
let other: Person;
let desk: Person;
beforeAll(async () => {
  test = await startTestApp({}, { at: "2026-12-01T20:00:00Z" });
  host = await makePerson(test, { role: "host" });
  other = await makePerson(test, { role: "host" });
  desk = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

type Car = {
  id: string;
  version: string;
  state: string;
  lacks: string[];
  errors: Record<string, string>;
  waiting: { field: string; from: string; to: string }[];
  reason: string;
  images: string[];
} & Record<string, unknown>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const call = (who: Person, method: Method, url: string, payload?: object, seen?: string) =>
  test.app.inject({
    method,
    url,
    headers: { ...who.authorization, ...(seen !== undefined && { "if-match": `"${seen}"` }) },
    ...(payload && { payload }),
  });
const path = "/api/host/cars";
const carOf = async (who: Person, id: string) => (await call(who, "GET", `${path}/${id}`)).json<Car>();
const begin = async (who: Person, typed: object = {}) => {
  const answer = await call(who, "POST", path, typed);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Car>();
};
const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
  test.services.database.rows<Row>(sql, values);
/** A draft that lacks nothing. */
async function wholeDraft(who: Person, wanted: Record<string, unknown> = {}): Promise<Car> {
  const { id } = await begin(who, typedCar(wanted));
  await rows("update host_cars set images = $2 where id = $1", [id, fivePictures]);
  await givePapers(test, id);
  return carOf(who, id);
}
const emailsAbout = (kind: string) =>
  rows<{ recipient: string; language: string; subject: string }>(
    "select recipient, language, subject from emails where kind = $1 order by created_at desc",
    [kind],
  );

describe("a draft", () => {
  it("keeps every field as it is typed, right or not yet, and says what it lacks", async () => {
    const person = await makePerson(test);
    const car = await begin(person, { brand: "Toyo", year: 20, vin: "4T1B" });
    expect(car).toMatchObject({ state: "draft", brand: "Toyo", year: "20", vin: "4T1B", model: "" });
    expect(car.errors).toMatchObject({ year: "out_of_range", vin: "vin_length", model: "required" });
    expect(car.lacks).toEqual(
      expect.arrayContaining(["model", "year", "vin", "images", "registration", "insurance"]),
    );
    const saved = await call(person, "PATCH", `${path}/${car.id}`, {
      year: "2021",
      features: ["Tow bar"],
      model: null,
    });
    expect(saved.json<Car>()).toMatchObject({
      brand: "Toyo",
      year: "2021",
      vin: "4T1B",
      features: ["Tow bar"],
    });
    expect(saved.json<Car>().errors).not.toHaveProperty("year");
  });

  it("is the same car when its beginning is sent again, and nobody else's id", async () => {
    const id = crypto.randomUUID();
    const first = await begin(host, { id, brand: "Kia" });
    const again = await begin(host, { id, brand: "Kia" });
    expect(again).toEqual(first);
    expect(refusalOf(await call(other, "POST", path, { id }))).toMatchObject({ code: "record_id_used" });
    const platforms = await makeCar(test);
    expect(refusalOf(await call(host, "POST", path, { id: platforms }))).toMatchObject({
      code: "record_id_used",
    });
    expect(await rows("select id from host_cars where id = $1", [platforms])).toEqual([]);
  });

  it("is refused characters that no text holds, with the field's name, and keeps what it had", async () => {
    const car = await begin(host, { brand: "Kia" });
    const answer = await call(host, "PATCH", `${path}/${car.id}`, { brand: "Ki\u0000a" });
    expect(refusalOf(answer)).toMatchObject({ status: 422, fields: ["brand"] });
    expect(await carOf(host, car.id)).toMatchObject({ brand: "Kia" });
  });

  it("of another version is refused with what stands now", async () => {
    const car = await begin(host, { brand: "Kia" });
    const first = await call(host, "PATCH", `${path}/${car.id}`, { model: "K5" }, car.version);
    expect(first.statusCode).toBe(200);
    const second = await call(host, "PATCH", `${path}/${car.id}`, { model: "EV6" }, car.version);
    expect(second.statusCode).toBe(412);
    expect(second.json<{ car: Car }>().car).toMatchObject({
      model: "K5",
      version: first.json<Car>().version,
    });
  });

  it("is in no list, no search and no file of the fleet, claims no plate, and has no page", async () => {
    const draft = await wholeDraft(host, { brand: "Quixotic", plateNumber: "DRAFT1" });
    expect((await test.app.inject(`/api/cars/${draft.id}`)).statusCode).toBe(404);
    expect((await test.app.inject("/api/cars?q=Quixotic")).json()).toEqual([]);
    expect((await call(desk, "GET", "/api/admin/cars?q=Quixotic")).json()).toEqual([]);
    expect((await call(desk, "GET", "/api/admin/cars/export.csv")).body).not.toContain("DRAFT1");
    expect(refusalOf(await call(desk, "GET", `/api/admin/host-cars/${draft.id}`))).toMatchObject({
      status: 404,
    });
    await makeCar(test, { plateNumber: "DRAFT1" });
  });

  it("goes with its papers when it is deleted", async () => {
    const draft = await wholeDraft(host);
    expect((await call(host, "DELETE", `${path}/${draft.id}`)).json()).toEqual({ deleted: true });
    expect((await call(host, "GET", `${path}/${draft.id}`)).statusCode).toBe(404);
    expect(await rows("select id from car_papers where car_id = $1", [draft.id])).toEqual([]);
  });
});

describe("somebody else's car", () => {
  it.each(["draft", "submitted", "listed"] as const)(
    "does not exist for anybody but its host: %s",
    async (state) => {
      const id = state === "draft" ? (await wholeDraft(host)).id : await makeHostCar(test, host.id, state);
      for (const who of [other, desk, await makePerson(test)])
        for (const [method, tail, payload] of [
          ["GET", ""],
          ["PATCH", "", { brand: "Mine" }],
          ["DELETE", ""],
          ["PUT", "/images", { images: [] }],
          ["DELETE", "/images/h-1"],
          ["GET", "/price"],
          ["POST", "/submit"],
          ["POST", "/pause"],
          ["POST", "/resume"],
          ["POST", "/retire"],
        ] as const) {
          const answer = await call(who, method, `${path}/${id}${tail}`, payload);
          expect([method, tail, refusalOf(answer).code]).toEqual([method, tail, "car_not_found"]);
        }
      const owned = (await call(other, "GET", path)).json<Car[]>();
      expect(owned.map((car) => car.id)).not.toContain(id);
    },
  );
});

describe("submitting", () => {
  it("names what is missing and changes nothing", async () => {
    const { id } = await begin(host, { brand: "Kia", monthlyPrice: "0" });
    const answer = await call(host, "POST", `${path}/${id}/submit`);
    expect(answer.statusCode).toBe(409);
    const { code, fields } = answer.json<{ code: string; fields: Record<string, { code: string }> }>();
    expect(code).toBe("car_incomplete");
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(["model", "vin", "monthlyPrice", "images", "registration"]),
    );
    expect(await carOf(host, id)).toMatchObject({ state: "draft", monthlyPrice: "0" });
  });

  it("applies to host with the first car, and is listed only once both are answered with yes", async () => {
    const person = await makePerson(test);
    const draft = await wholeDraft(person, { language: "zh" });
    const submitted = await call(person, "POST", `${path}/${draft.id}/submit`);
    expect(submitted.json<Car>(), submitted.body).toMatchObject({
      state: "submitted",
      lacks: [],
      vin: draft.vin,
    });
    const [application] = await rows<{ id: string }>(
      "select id from host_applications where account_id = $1",
      [person.id],
    );
    const beside = (await call(desk, "GET", `/api/admin/host-cars/${draft.id}`)).json();
    expect(beside).toMatchObject({
      host: { id: person.id },
      application: { id: application?.id, status: "pending" },
    });

    const decide = (decision: string, reason?: string) =>
      call(desk, "PUT", `/api/admin/host-cars/${draft.id}`, { decision, reason });
    expect(refusalOf(await decide("listed"))).toMatchObject({ status: 409, code: "application_pending" });
    await call(desk, "POST", `/api/admin/host-applications/${application?.id}/decision`, {
      decision: "approved",
    });
    expect((await decide("listed")).json()).toMatchObject({ car: { state: "listed" } });
    expect((await test.app.inject(`/api/cars/${draft.id}`)).json()).toMatchObject({
      name: "Toyota Camry LE",
      available: true,
      noticeDays: 2,
      maxRentDays: 365,
    });
    expect(await emailsAbout("host_car_listed")).toMatchObject([{ recipient: person.email, language: "zh" }]);
  });

  it("is declined with a reason, mended and submitted again", async () => {
    const draft = await wholeDraft(host);
    await call(host, "POST", `${path}/${draft.id}/submit`);
    const decide = (payload: object) => call(desk, "PUT", `/api/admin/host-cars/${draft.id}`, payload);
    expect(refusalOf(await decide({ decision: "declined" }))).toMatchObject({ code: "reason_needed" });
    await decide({ decision: "declined", reason: "The cabin can’t be seen." });
    expect(await carOf(host, draft.id)).toMatchObject({
      state: "declined",
      reason: "The cabin can’t be seen.",
    });
    await call(host, "PATCH", `${path}/${draft.id}`, { monthlyPrice: "7" });
    expect(await carOf(host, draft.id)).toMatchObject({ state: "declined", monthlyPrice: "7" });
    await call(host, "PATCH", `${path}/${draft.id}`, { monthlyPrice: "700" });
    expect((await call(host, "POST", `${path}/${draft.id}/submit`)).json()).toMatchObject({
      state: "submitted",
      monthlyPrice: "700.00",
      reason: "",
    });
  });

  it("says nothing of a plate or VIN that is another car's but to the desk, and lists only one", async () => {
    const vin = nextVin();
    const [first, second] = [await wholeDraft(host, { vin }), await wholeDraft(other, { vin })];
    for (const [who, car] of [
      [host, first],
      [other, second],
    ] as const)
      expect((await call(who, "POST", `${path}/${car.id}/submit`)).json()).toMatchObject({
        state: "submitted",
      });
    const shown = (await call(desk, "GET", `/api/admin/host-cars/${second.id}`)).json();
    expect(shown).toMatchObject({ claimedBy: { id: first.id } });
    const list = (id: string) => call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
    expect(refusalOf(await list(second.id))).toMatchObject({ status: 409, code: "car_exists" });
    expect((await list(first.id)).statusCode).toBe(200);
    await expect(rows("update cars set is_contested = false where id = $1", [second.id])).rejects.toThrow(
      /unique/,
    );
  });

  it("is nobody's to decide about themselves", async () => {
    const self = await makePerson(test, { role: "admin", permissions: ["manage_cars"] });
    await rows("update accounts set hosting_since = now() where id = $1", [self.id]);
    const draft = await wholeDraft(self);
    await call(self, "POST", `${path}/${draft.id}/submit`);
    const answer = await call(self, "PUT", `/api/admin/host-cars/${draft.id}`, { decision: "listed" });
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: "own_affair" });
  });
});

describe("a listed car", () => {
  it("takes price, rules, words and pictures at once, and lets what it is wait for the desk", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    const saved = await call(host, "PATCH", `${path}/${id}`, {
      monthlyPrice: "800",
      brand: "Lexus",
      noticeDays: "99",
    });
    expect(saved.json<Car>()).toMatchObject({
      state: "listed",
      monthlyPrice: "800.00",
      brand: "Lexus",
      noticeDays: "99",
      errors: { noticeDays: "out_of_range" },
      waiting: [{ field: "brand", from: "Toyota", to: "Lexus" }],
    });
    const page = () => test.app.inject(`/api/cars/${id}`).then((answer) => answer.json());
    expect(await page()).toMatchObject({ brand: "Toyota", monthlyPrice: "800.00" });
    const queue = (await call(desk, "GET", "/api/admin/host-cars?state=waiting")).json<{ car: Car }[]>();
    expect(queue.map(({ car }) => car.id)).toContain(id);
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
    expect(await page()).toMatchObject({ brand: "Lexus", name: "Lexus Camry LE" });
    expect(await carOf(host, id)).toMatchObject({ waiting: [], noticeDays: "99" });
  });

  it("stays as it was where a change is declined, with the reason", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    await call(host, "PATCH", `${path}/${id}`, { city: "Fremont" });
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, {
      decision: "declined",
      reason: "Please send the new address.",
    });
    expect(await carOf(host, id)).toMatchObject({
      city: "San Jose",
      waiting: [],
      reason: "Please send the new address.",
    });
  });

  it("is in no list while it is paused, keeps its page, and is listed again by its host", async () => {
    const id = await makeHostCar(test, host.id, "listed", { model: "Pausable" });
    const listed = async () => (await test.app.inject("/api/cars?q=Pausable")).json<unknown[]>().length;
    expect(await listed()).toBe(1);
    expect((await call(host, "POST", `${path}/${id}/pause`)).json()).toMatchObject({ state: "paused" });
    expect(await listed()).toBe(0);
    expect((await test.app.inject(`/api/cars/${id}`)).json()).toMatchObject({ available: false });
    expect((await call(host, "POST", `${path}/${id}/resume`)).json()).toMatchObject({ state: "listed" });
    await rows("delete from car_papers where car_id = $1", [id]);
    await call(host, "POST", `${path}/${id}/pause`);
    expect(refusalOf(await call(host, "POST", `${path}/${id}/resume`))).toMatchObject({
      code: "car_incomplete",
    });
  });

  it("is retired only without open orders, and not deleted", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    await rows(
      `insert into orders (id, order_number, source, status, car_id, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone,
         pickup_location, language, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash)
       values ($1, $3, 'request', 'confirmed', $2, '2027-01-01', '2027-01-31', '10:00', '10:00', '', 'a@b.cd', '', '', 'en', 1, 30, 1, 0, '[]', 0, 0, 0, 0, 0, false, '', '')`,
      [crypto.randomUUID(), id, `LB-${id}`],
    );
    expect(refusalOf(await call(host, "POST", `${path}/${id}/retire`))).toMatchObject({
      code: "car_has_open_orders",
    });
    expect(refusalOf(await call(host, "DELETE", `${path}/${id}`))).toMatchObject({
      code: "car_not_in_state",
    });
    await rows("update orders set status = 'cancelled' where car_id = $1", [id]);
    expect((await call(host, "POST", `${path}/${id}/retire`)).json()).toMatchObject({ state: "retired" });
    const again = await call(host, "PATCH", `${path}/${id}`, { monthlyPrice: "1" });
    expect(refusalOf(again)).toMatchObject({ code: "car_not_in_state" });
  });
});

describe("the owner of a car", () => {
  it("is changed by the desk alone, without what the former one typed and sent", async () => {
    const id = await makeHostCar(test, host.id, "listed");
    const give = (hostId: string | null) => call(desk, "PUT", `/api/admin/cars/${id}/owner`, { hostId });
    expect(refusalOf(await give((await makePerson(test)).id))).toMatchObject({
      status: 422,
      fields: ["hostId"],
    });
    expect((await give(other.id)).json()).toMatchObject({ host: { id: other.id } });
    expect((await call(host, "GET", `${path}/${id}`)).statusCode).toBe(404);
    expect(await carOf(other, id)).toMatchObject({ state: "paused", handoverAddress: "", papers: [] });
    expect((await give(null)).json()).toEqual({ id, host: null });
    expect((await call(other, "GET", `${path}/${id}`)).statusCode).toBe(404);
    expect(await rows("select host_id, listing_state from cars where id = $1", [id])).toEqual([
      { host_id: null, listing_state: "paused" },
    ]);
    expect((await give(other.id)).statusCode).toBe(200);
  });
});

describe("the host of a car", () => {
  it("is named on its page by the first name alone, and has a page that former names lead on to", async () => {
    const person = await makePerson(test, { role: "host" });
    const rename = (username: string) => call(person, "PUT", "/api/auth/profile", { username });
    await rename("first_name_7");
    const id = await makeHostCar(test, person.id);
    await makeHostCar(test, person.id, "paused");
    await makeHostCar(test, person.id, "submitted");
    const page = (await test.app.inject(`/api/cars/${id}`)).json<{ host: object }>();
    expect(page.host).toMatchObject({ firstName: "Wei", username: "first_name_7" });
    await rename("second_name_7");
    for (const name of ["first_name_7", "second_name_7"]) {
      const shown = await test.app.inject(`/api/hosts/${name}`);
      expect(shown.json()).toMatchObject({
        host: { username: "second_name_7" },
        cars: [{ id }],
        reviews: [],
      });
      expect(shown.body).not.toMatch(/Lin|@example|Secret Lane/);
    }
    expect((await test.app.inject(`/api/cars/${id}`)).json()).toMatchObject({
      host: { username: "second_name_7" },
    });
    expect((await test.app.inject("/api/hosts/nobody_at_all")).statusCode).toBe(404);
  });

  it("can't order it, and an order keeps its host and the share of then", async () => {
    const id = await makeHostCar(test, host.id);
    const body = {
      carId: id,
      pickupDate: "2027-03-01",
      returnDate: "2027-03-31",
      totalPrice: "749.00",
      customerName: "Wei Lin",
      customerPhone: "+1 650 555 0134",
      pickupLocation: "Here",
    };
    const order = (who: Person) => call(who, "POST", "/api/bookings", { ...body, customerEmail: who.email });
    expect(refusalOf(await order(host))).toMatchObject({ status: 403, code: "own_car" });
    const renter = await makePerson(test);
    const placed = await order(renter);
    expect(placed.statusCode, placed.body).toBe(201);
    await call(host, "POST", `${path}/${id}/pause`);
    expect(
      await rows("select host_id, host_share_percent from orders where id = $1", [
        placed.json<{ id: string }>().id,
      ]),
    ).toEqual([{ host_id: host.id, host_share_percent: 80 }]);
  });

  it("loses the lists, not the orders, with the mark", async () => {
    const person = await makePerson(test, { role: "host" });
    const id = await makeHostCar(test, person.id);
    await call(desk, "PUT", `/api/admin/users/${person.id}/role`, { role: "customer" });
    expect(await carOf(person, id)).toMatchObject({ state: "paused" });
    expect(refusalOf(await call(person, "POST", `${path}/${id}/resume`))).toMatchObject({
      code: "host_not_approved",
    });
    expect(await emailsAbout("host_car_hosting_ended")).toMatchObject([{ recipient: person.email }]);
  });
});

describe("pictures", () => {
  it("of a car that nobody has let in are its host's and the desk's alone, at every address", async () => {
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
    const address = added.json<{ car: Car }>().car.images.at(-1) ?? "";
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
    await call(host, "POST", `${path}/${id}/submit`);
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
    expect(await publicly()).toEqual([200, 200, 200]);
  });

  it("are put in order and taken off, each only once", async () => {
    const { id } = await wholeDraft(host);
    const order = (images: string[]) => call(host, "PUT", `${path}/${id}/images`, { images });
    const turned = fivePictures.toReversed();
    expect((await order(turned)).json<Car>().images).toEqual(turned);
    expect(refusalOf(await order(turned.slice(1)))).toMatchObject({ status: 422, fields: ["images"] });
    const [first = ""] = turned;
    const gone = await call(
      host,
      "DELETE",
      `${path}/${id}/images/${first.slice(first.lastIndexOf("/") + 1)}`,
    );
    expect(gone.json<Car>().images).toEqual(turned.slice(1));
    expect(gone.json<Car>().lacks).toContain("images");
  });
});

describe("papers", () => {
  it("are sealed, shown to host and desk, and wait for the desk on a listed car", async () => {
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
    const car = (await send("2027-12-31")).json<Car>();
    expect(car.waiting).toEqual([{ field: "insurance", from: "2027-06-19", to: "2027-12-31" }]);
    const papers = car.papers as { id: string; isAccepted: boolean }[];
    const waiting = papers.find(({ isAccepted }) => !isAccepted)?.id ?? "";
    const open = async (who: Person) =>
      (await call(who, "GET", `${path}/${id}/papers/${waiting}`)).statusCode;
    expect([await open(host), await open(desk), await open(other)]).toEqual([200, 200, 404]);
    await call(desk, "PUT", `/api/admin/host-cars/${id}`, { decision: "listed" });
    expect((await carOf(host, id)).waiting).toEqual([]);
  });

  it("that end are told 30, 7 and 0 days before, once each, and pause the car afterwards", async () => {
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
});

describe("a price", () => {
  it("rests on cars like it, and says what each length of rental leaves", async () => {
    const { id } = await begin(host, { brand: "Honda", model: "CR-V", year: "2022", city: "San Jose" });
    await makeCar(test, { brand: "Honda", model: "CR-V", year: 2022, monthlyPrice: 80_000 });
    const answer = (await call(host, "GET", `${path}/${id}/price?monthlyPrice=1000`)).json();
    expect(answer).toMatchObject({
      comparison: "model",
      comparableCars: 1,
      suggestedPrice: "800.00",
      sharePercent: 80,
      left: [
        { months: 1, total: "800.00" },
        { months: 3, discountPercent: 5, total: "2280.00", aMonth: "760.00" },
        { months: 6, total: "4320.00" },
        { months: 12, total: "8160.00" },
      ],
    });
  });
});
