// @one-database
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { leastPictures, waitingFields } from "#domain/cars/host/fields.ts";
import { publicStates } from "#domain/cars/listing-states.ts";
import { today } from "#server/services.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { fivePictures, givePapers, hostCarCalls, hostCarsPath, nextVin, typedCar } from "#test/host-cars.ts";
import { followCarPapers } from "./papers.ts";

/** How many random lives of a car the suite lives; LONGBAY_WALKS=1000 lives more. */
const walks = Number(process.env.LONGBAY_WALKS ?? 6);

const test = await startTestApp({ RATE_LIMITS: "off" }, { at: "2026-12-01T20:00:00Z" });
const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
afterAll(() => test.close());
const { call, rows, wholeDraft } = hostCarCalls(() => test);
const renter = await makePerson(test);
const { now } = test.services;
let days = 0;
test.services.now = () => now() + days * 86_400_000;

const actions = [
  "type a name",
  "type a price",
  "type something wrong",
  "type a number plate",
  "save as another host",
  "remove a picture",
  "turn pictures around",
  "mend",
  "submit",
  "pause",
  "resume",
  "retire",
  "delete",
  "list",
  "decline",
  "decide an old version",
  "look at changes",
  "take changes back",
  "give to the other host",
  "give to the platform",
  "change as an administrator",
  "hide",
  "show",
  "restore",
  "suspend the host",
  "restore the host",
  "order",
  "cancel the orders",
  "let months pass",
] as const;
type Action = (typeof actions)[number];

type Row = {
  state: string;
  hostId: string | null;
  images: string[];
  row: Record<string, unknown>;
  waiting: Record<string, string>;
};
/** Acts by which an administrator lets a field change that waits otherwise, or by which the car changes hands. */
const letIn: ReadonlySet<Action> = new Set<Action>([
  "list",
  "change as an administrator",
  "give to the other host",
  "give to the platform",
]);
const secrets = ["12 Secret Lane", "HOST", "4T1B11HK"];
const states = new Set<string>();

async function life() {
  days = 0;
  const host = await makePerson(test, { role: "host" });
  const other = await makePerson(test, { role: "host" });
  const { id } = await wholeDraft(host);
  const car = `${hostCarsPath}/${id}`;
  const admin = `/api/admin/host-cars/${id}`;
  const owners = [host, other];
  /** Host, share and price of each order when it was placed. */
  const placed = new Map<string, string>();
  let price = 700;

  const stored = async (): Promise<Row | undefined> => {
    const [row] = await rows<Row>(
      `select listing_state as state, host_id as "hostId", images,
         jsonb_build_object('brand', brand, 'model', model, 'year', year, 'trim', trim, 'category', category,
           'bodyStyle', body_style, 'vin', vin, 'plateNumber', plate_number, 'city', city) as row
       from cars where id = $1`,
      [id],
    );
    return row;
  };
  const ownerOf = async (): Promise<Person> => {
    const hostId = (await stored())?.hostId ?? (await draftOwner());
    return owners.find((one) => one.id === hostId) ?? host;
  };
  const draftOwner = async () =>
    (await rows<{ id: string }>("select host_id as id from host_cars where id = $1", [id]))[0]?.id;
  const versionOf = async (who: Person) => (await call(who, "GET", car)).json<{ version?: string }>().version;
  const save = async (fields: object) => {
    const who = await ownerOf();
    return call(who, "PATCH", car, fields, await versionOf(who));
  };
  const own = async (method: "POST" | "DELETE" | "PUT", end: string, payload?: object) =>
    call(await ownerOf(), method, `${car}${end}`, payload);
  const decide = async (decision: string) =>
    call(desk, "PUT", admin, { decision, reason: "Please mend this" }, await deskVersion());
  const deskVersion = async () =>
    (await call(desk, "GET", admin)).json<{ car?: { version: string } }>().car?.version;
  const look = async (takeBack: string[]) =>
    call(desk, "PUT", `${admin}/unseen`, { takeBack, reason: "Not this car" }, await deskVersion());
  const order = async (which: number) => {
    const pickup = new Date(test.services.now() + (20 + (which % 3) * 40) * 86_400_000);
    const day = (date: Date) => date.toISOString().slice(0, 10);
    const dates = {
      carId: id,
      pickupDate: day(pickup),
      returnDate: day(new Date(+pickup + 30 * 86_400_000)),
    };
    const quote = await call(renter, "POST", "/api/quotes", dates);
    return call(renter, "POST", "/api/bookings", {
      ...dates,
      customerName: "Wei Lin",
      customerPhone: "+1 415 555 0100",
      customerEmail: renter.email,
      pickupLocation: "San Jose",
      totalPrice: quote.json<{ total?: string }>().total ?? "1.00",
    });
  };

  const does: Record<Action, (which: number) => Promise<{ statusCode: number; body: string } | undefined>> = {
    "type a name": (which) => save({ model: `Corolla ${which % 3}`, description: `Clean ${which % 3}.` }),
    "type a price": (which) => save({ monthlyPrice: String((price = 600 + (which % 90))) }),
    "type something wrong": (which) =>
      save([{ vin: "NOT A VIN" }, { monthlyPrice: "cheap" }, { city: "" }][which % 3] ?? {}),
    "type a number plate": () => save({ plateNumber: `NEW${Math.floor(price)}`, vin: nextVin() }),
    "save as another host": async () => {
      const who = await ownerOf();
      const stranger = who === host ? other : host;
      const before = await stored();
      const answers = await Promise.all([
        call(stranger, "PATCH", car, { model: "Stolen" }),
        call(stranger, "GET", car),
        ...["submit", "pause", "resume", "retire"].map((act) => call(stranger, "POST", `${car}/${act}`)),
        call(stranger, "DELETE", car),
      ]);
      // A suspended host is signed out.
      for (const { statusCode } of answers) expect([401, 404]).toContain(statusCode);
      expect(await stored()).toEqual(before);
      return undefined;
    },
    "remove a picture": async (which) => {
      const images = (await call(await ownerOf(), "GET", car)).json<{ images?: string[] }>().images ?? [];
      const name = images[which % Math.max(images.length, 1)]?.split("/").at(-1);
      return name ? own("DELETE", `/images/${name}`) : undefined;
    },
    "turn pictures around": async () => {
      const images = (await call(await ownerOf(), "GET", car)).json<{ images?: string[] }>().images ?? [];
      return own("PUT", "/images", { images: images.toReversed() });
    },
    mend: async () => {
      if (!(await draftOwner())) return undefined;
      for (const table of ["host_cars", "cars"])
        await rows(`update ${table} set images = $2 where id = $1 and cardinality(images) < 5`, [
          id,
          fivePictures,
        ]);
      await rows("delete from car_papers where car_id = $1 and accepted_at is null", [id]);
      await givePapers(test, id);
      return save({ ...typedCar(), model: undefined });
    },
    submit: () => own("POST", "/submit"),
    pause: () => own("POST", "/pause"),
    resume: () => own("POST", "/resume"),
    retire: () => own("POST", "/retire"),
    // A deleted car has no life: only one that was listed once stays.
    delete: async () => ((await stored())?.state === "retired" ? own("DELETE", "") : undefined),
    list: () => decide("listed"),
    decline: () => decide("declined"),
    "decide an old version": () => call(desk, "PUT", admin, { decision: "listed" }, '"0"'),
    "look at changes": () => look([]),
    "take changes back": (which) => look(which % 2 ? ["images"] : ["description"]),
    "give to the other host": async () => {
      const to = (await ownerOf()) === host ? other : host;
      return call(desk, "PUT", `/api/admin/cars/${id}/owner`, { hostId: to.id, reason: "Sold" });
    },
    "give to the platform": () =>
      call(desk, "PUT", `/api/admin/cars/${id}/owner`, { hostId: null, reason: "Sold" }),
    "change as an administrator": async (which) => {
      const read = await call(desk, "GET", `/api/admin/cars/${id}`);
      if (read.statusCode !== 200) return undefined;
      const form = read.json<{ images: string[]; model: string }>();
      return call(desk, "PUT", `/api/admin/cars/${id}`, {
        ...form,
        model: `Camry ${which % 3}`,
        ...(which % 4 === 0 && { images: form.images.slice(1), image: undefined }),
      });
    },
    hide: () => call(desk, "PATCH", `/api/admin/cars/${id}/availability`, { available: false }),
    show: () => call(desk, "PATCH", `/api/admin/cars/${id}/availability`, { available: true }),
    restore: () => call(desk, "POST", `/api/admin/cars/${id}/restore`),
    "suspend the host": async () =>
      call(desk, "POST", `/api/admin/users/${(await ownerOf()).id}/suspend`, { reason: "A fraud" }),
    "restore the host": async () =>
      call(desk, "POST", `/api/admin/users/${(await ownerOf()).id}/restore`, { reason: "A mistake" }),
    order,
    "cancel the orders": async () => {
      const open = await rows<{ id: string }>(
        "select id from orders where car_id = $1 and status in ('pending', 'confirmed')",
        [id],
      );
      for (const { id: orderId } of open)
        await call(desk, "PUT", `/api/admin/orders/${orderId}/status`, { status: "cancelled", reason: "No" });
      return undefined;
    },
    "let months pass": async () => {
      days += 70;
      await followCarPapers(test.services);
      return undefined;
    },
  };

  /** The rules that hold after each act. */
  async function check(
    action: Action,
    before: Row | undefined,
    was: { statusCode: number; body: string } | undefined,
  ) {
    expect(was?.statusCode ?? 200, `${action}: ${was?.body}`).toBeLessThan(500);
    const row = await stored();
    const shown = await call(renter, "GET", `/api/cars/${id}`);
    const state = row?.state;
    states.add(state ?? "draft");
    const isPublic = publicStates.some((one) => one === state);
    if (state === "listed") expect([action, shown.statusCode]).toEqual([action, 200]);
    if (!isPublic) expect([action, shown.statusCode]).toEqual([action, 404]);
    for (const secret of secrets) expect(shown.body).not.toContain(secret);
    const listed = (await call(renter, "GET", "/api/cars?limit=100")).json<{ id: string }[]>();
    expect([action, listed.some((one) => one.id === id)]).toEqual([action, state === "listed"]);
    await checkOrders(action);
    if (!row) return;
    if (row.hostId && state === "listed") await checkListed(action, row);
    const isIn = before && (before.state === "listed" || before.state === "paused");
    if (isIn && !letIn.has(action))
      for (const field of waitingFields)
        expect([action, field, row.row[field]]).toEqual([action, field, before.row[field]]);
    if (before && before.hostId !== row.hostId) expect(action).toMatch(/^give/);
  }

  /** What a host's car has that anybody may order. */
  async function checkListed(action: Action, row: Row): Promise<void> {
    expect([action, row.images.length >= leastPictures]).toEqual([action, true]);
    const papers = await rows<{ kind: string }>(
      "select kind from car_papers where car_id = $1 and accepted_at is not null and last_day >= $2::date",
      [id, today(test.services)],
    );
    expect([action, papers.map(({ kind }) => kind).toSorted()]).toEqual([
      action,
      ["insurance", "registration"],
    ]);
    const [owner] = await rows<{ hosts: boolean; suspended: boolean }>(
      "select hosting_since is not null as hosts, suspended_at is not null as suspended from accounts where id = $1",
      [row.hostId],
    );
    expect([action, owner]).toEqual([action, { hosts: true, suspended: false }]);
  }

  /** An order keeps the host and the price that it was placed with. */
  async function checkOrders(action: Action): Promise<void> {
    const orders = await rows<{ id: string; placed: string }>(
      "select id, concat_ws(' ', host_id, host_share_percent, total) as placed from orders where car_id = $1",
      [id],
    );
    for (const { id: orderId, placed: now } of orders) {
      const before = placed.get(orderId) ?? now;
      placed.set(orderId, before);
      expect([action, now]).toEqual([action, before]);
    }
  }

  return { does, check, stored };
}

/** A suspended host is signed out and does little more, so that this is rare; a car comes back by these more often. */
const rare: ReadonlySet<Action> = new Set<Action>(["suspend the host", "give to the platform", "delete"]);
const often: ReadonlySet<Action> = new Set<Action>([
  "mend",
  "submit",
  "list",
  "resume",
  "restore the host",
  "order",
]);
const weighted = actions.flatMap((action) =>
  Array.from({ length: rare.has(action) ? 1 : often.has(action) ? 8 : 4 }, () => action),
);
const step = fc.record({ action: fc.constantFrom(...weighted), which: fc.nat(1000) });

it(
  `a car that is listed is whole, its host hosts, and nothing that waits is public: ${walks} random lives`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        const { does, check, stored } = await life();
        // A life begins as a draft, a submitted, a listed or an ordered car.
        for (const action of (["submit", "list", "order"] as const).slice(0, steps.length % 4)) {
          const answer = await does[action](0);
          expect(answer?.statusCode, answer?.body).toBeLessThan(300);
        }
        for (const { action, which } of steps) {
          const before = await stored();
          await check(action, before, await does[action](which));
        }
        // The list of the next life is short.
        await rows("update cars set listing_state = 'retired'");
        await test.services.carFacts.changed();
      }),
      { numRuns: walks, seed: Number(process.env.LONGBAY_SEED ?? 39), endOnFailure: true },
    );
    // Lives in which the car was never listed, or never left the lists, would show little.
    for (const state of ["listed", "paused"]) expect([state, states.has(state)]).toEqual([state, true]);
  },
  120_000 + walks * 20_000,
);
