import { expect, it } from "vitest";
import type { HostCar } from "#contract/host-cars.ts";
import { type HostField, nothingTyped, type TypedFields } from "#domain/cars/host/fields.ts";
import { ApiError } from "#web/api.ts";
import { makeSaver } from "./saver.ts";
import { shownField } from "./saver-state.ts";

const carOf = (fields: TypedFields, version = "1") =>
  ({
    ...nothingTyped(),
    ...fields,
    version,
    updatedAt: new Date(Number(version)).toISOString(),
  }) as HostCar;

/** A server with one car, and a clock. The server answers, and the clock runs, only when the test says so. */
function stage(first: TypedFields = {}) {
  let car = carOf(first);
  let version = 1;
  let timers: { run: () => void; milliseconds: number }[] = [];
  const sent: TypedFields[] = [];
  const failures: unknown[] = [];
  const kept: unknown[] = [];
  const write = (fields: TypedFields) => (car = carOf({ ...car, ...fields }, String(++version)));
  const make = (keptBefore?: Parameters<typeof makeSaver>[0]["kept"]) =>
    makeSaver({
      car,
      kept: keptBefore,
      keep: (pending) => kept.push(pending),
      setTimer: (run, milliseconds) => {
        const timer = { run, milliseconds };
        timers.push(timer);
        return () => (timers = timers.filter((other) => other !== timer));
      },
      send: async (typed, seen) => {
        sent.push(typed);
        await Promise.resolve();
        const failure = failures.shift();
        if (failure) throw failure;
        if (seen.version !== car.version)
          throw new ApiError(412, "", JSON.stringify({ code: "stale", message: "stale", car }));
        return write(typed);
      },
    });
  const settle = async () => {
    for (let round = 0; round < 20; round += 1) {
      const [timer] = timers.splice(0, 1);
      timer?.run();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      if (!timers.length) return;
    }
  };
  return {
    make,
    settle,
    sent,
    failures,
    kept,
    write,
    waits: () => timers.map(({ milliseconds }) => milliseconds),
    car: () => car,
  };
}

it("typed values are sent in one call when the host stops typing", async () => {
  const { make, settle, sent, car, kept } = stage();
  const saver = make();
  saver.type("brand", "T");
  saver.type("brand", "Toyota");
  saver.type("model", "Camry");
  await settle();
  expect(sent).toEqual([{ brand: "Toyota", model: "Camry" }]);
  expect(car()).toMatchObject({ brand: "Toyota", model: "Camry" });
  expect(saver.read()).toMatchObject({ step: "saved", pending: {} });
  expect(kept.at(-1)).toBeUndefined();
});

it("values typed during a call are sent after that call", async () => {
  const { make, settle, sent, car } = stage();
  const saver = make();
  saver.type("brand", "Toy");
  const first = saver.flush();
  saver.type("brand", "Toyota");
  await first;
  expect(shownField(saver.read(), "brand")).toBe("Toyota");
  await settle();
  expect(sent).toEqual([{ brand: "Toy" }, { brand: "Toyota" }]);
  expect(car().brand).toBe("Toyota");
});

it("fields changed on another device are taken over, and values typed here are kept", async () => {
  const { make, settle, write, car } = stage();
  const saver = make();
  write({ city: "San Jose" });
  saver.type("brand", "Toyota");
  await settle();
  expect(car()).toMatchObject({ brand: "Toyota", city: "San Jose" });
  expect(saver.read()).toMatchObject({ step: "saved", conflicts: {}, car: { city: "San Jose" } });
});

it.each([
  ["mine", "750"],
  ["theirs", "800"],
] as const)("the host chooses between two prices when two devices changed it: %s", async (whose, price) => {
  const { make, settle, write, car } = stage({ monthlyPrice: "700" });
  const saver = make();
  write({ monthlyPrice: "800" });
  saver.type("monthlyPrice", "750");
  saver.type("brand", "Toyota");
  await settle();
  expect(car()).toMatchObject({ monthlyPrice: "800", brand: "Toyota" });
  expect(saver.read().conflicts).toEqual({ monthlyPrice: "800" });
  expect(shownField(saver.read(), "monthlyPrice")).toBe("750");
  saver.choose("monthlyPrice", whose);
  await settle();
  expect(car().monthlyPrice).toBe(price);
  expect(shownField(saver.read(), "monthlyPrice")).toBe(price);
  expect(saver.read()).toMatchObject({ step: "saved", conflicts: {}, pending: {} });
});

it("an unanswered save is tried again with growing pauses", async () => {
  const { make, sent, failures, waits, settle, car } = stage();
  const saver = make();
  failures.push(new TypeError("Failed to fetch"), new ApiError(503, "", "{}"));
  saver.type("brand", "Toyota");
  await saver.flush();
  expect(saver.read().step).toBe("unsent");
  expect(waits()).toEqual([2000]);
  await saver.flush();
  expect(waits()).toEqual([4000]);
  await settle();
  expect(sent).toHaveLength(3);
  expect(car().brand).toBe("Toyota");
});

it("refused values are kept, and not sent again automatically", async () => {
  const { make, failures, waits, kept } = stage();
  const saver = make();
  failures.push(new ApiError(401, "", "{}"));
  saver.type("brand", "Toyota");
  await saver.flush();
  expect(saver.read().step).toBe("refused");
  expect(waits()).toEqual([]);
  expect(kept.at(-1)).toEqual({ brand: { typed: "Toyota", base: "" } });
});

it("values kept from an earlier visit are sent, and the host chooses about those changed since", async () => {
  const { make, settle, car } = stage({ city: "San Jose", model: "Camry" });
  const saver = make({
    brand: { typed: "Toyota", base: "" },
    city: { typed: "Oakland", base: "San Francisco" },
    model: { typed: "Camry", base: "" },
  });
  await settle();
  expect(car()).toMatchObject({ brand: "Toyota", city: "San Jose" });
  expect(saver.read().conflicts).toEqual({ city: "San Jose" });
  expect(shownField(saver.read(), "city")).toBe("Oakland");
});

it("the answer of another call that came first is kept", async () => {
  const saver = makeSaver({
    car: carOf({}),
    keep: () => undefined,
    setTimer: () => () => undefined,
    send: (typed) => {
      // The picture's call came after ours, and its answer before ours.
      saver.adopt(carOf({ ...typed, city: "San Jose" }, "3"));
      return Promise.resolve(carOf(typed, "2"));
    },
  });
  saver.type("brand", "Toyota");
  await saver.flush();
  expect(saver.read()).toMatchObject({
    step: "saved",
    pending: {},
    car: { brand: "Toyota", city: "San Jose", version: "3" },
  });
});

it("an older answer is ignored", () => {
  const { make, write, car } = stage();
  const saver = make();
  const before = car();
  saver.adopt(write({ city: "San Jose" }));
  saver.adopt(before);
  expect(saver.read().car.city).toBe("San Jose");
});

it("no value is lost when two devices type at random", async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    let random = seed;
    const next = (most: number) => (random = (random * 48_271) % 2_147_483_647) % most;
    const { make, settle, car, failures } = stage();
    const devices = [make(), make()];
    const typed = new Map<HostField, Set<string>>();
    for (let step = 0; step < 25; step += 1) {
      const device = devices[next(2)];
      const name = (["brand", "model", "city", "plateNumber"] as const)[next(4)] ?? "brand";
      const word = `w${step}`;
      if (next(5) === 0) failures.push(new TypeError("Failed to fetch"));
      device?.type(name, word);
      typed.set(name, (typed.get(name) ?? new Set()).add(word));
      if (next(2)) await device?.flush();
      if (next(4) === 0) await settle();
    }
    failures.length = 0;
    await settle();
    // A conflict that one device settles may become a conflict on the other, so each device takes a second turn.
    for (const device of [...devices, ...devices]) {
      await device.flush();
      await settle();
      for (const name of Object.keys(device.read().conflicts) as HostField[]) device.choose(name, "mine");
      await settle();
    }
    for (const [name, words] of typed) expect(words).toContain(car()[name]);
    for (const device of devices) expect([device.read().pending, device.read().step]).toEqual([{}, "saved"]);
  }
});

it.each([
  ["mine", "我的译文", "我的译文"],
  ["theirs", "他们的译文", "他们的译文"],
] as const)("the translation mark stays with the chosen text of two: %s", async (whose, text, note) => {
  const { make, settle, write, car } = stage();
  const saver = make();
  write({ descriptionZh: "他们的译文", translated: "他们的译文" });
  saver.type("descriptionZh", "我的译文");
  saver.type("translated", "我的译文");
  await settle();
  expect(saver.read().conflicts).toEqual({ descriptionZh: "他们的译文" });
  expect(car().translated).toBe("他们的译文");
  saver.choose("descriptionZh", whose);
  await settle();
  expect(car()).toMatchObject({ descriptionZh: text, translated: note });
  expect(saver.read()).toMatchObject({ step: "saved", pending: {} });
});

it("a value that another device has already saved counts as saved", async () => {
  const { make, settle, write, sent, waits } = stage();
  const saver = make();
  saver.type("brand", "Toyota");
  write({ brand: "Toyota" });
  await settle();
  expect(sent).toEqual([{ brand: "Toyota" }]);
  expect([waits(), saver.read()]).toMatchObject([[], { step: "saved", pending: {}, conflicts: {} }]);
});
