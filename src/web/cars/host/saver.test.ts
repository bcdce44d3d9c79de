import { expect, it } from "vitest";
import type { HostCar } from "#contract/host-cars.ts";
import {
  type HostField,
  nothingTyped,
  typedPrice,
  type TypedFields,
  type TypedValue,
} from "#domain/cars/host/fields.ts";
import type { ListingState } from "#domain/cars/listing-states.ts";
import { wireMoney } from "#domain/money.ts";
import { ApiError } from "#web/api.ts";
import { makeSaver } from "./saver.ts";
import { isHeld, shownField, unsureField, unsureValue } from "./saver-state.ts";

function carOf(fields: TypedFields & { state?: ListingState }, version = "1"): HostCar {
  const price = typedPrice(fields.monthlyPrice ?? "");
  return {
    ...nothingTyped(),
    state: "draft",
    standingPrice: null,
    ...fields,
    ...(fields.state !== undefined &&
      fields.state !== "draft" &&
      price !== undefined && { standingPrice: wireMoney(price) }),
    errors: fields.monthlyPrice && price === undefined ? { monthlyPrice: "not_a_price" } : {},
    version,
    updatedAt: new Date(Number(version)).toISOString(),
  } as HostCar;
}

/** What the server makes of a value that a car takes over. */
function normal(value: TypedValue): TypedValue {
  if (Array.isArray(value)) return value.map((one) => one.trim()).filter((one) => one !== "");
  if (typeof value !== "string") return value;
  return /^\d+$/.test(value) ? `${value}.00` : value.trim();
}

/**
 * A server with one car, and a clock. The server answers, and the clock runs, only when the test says so. It keeps what
 * is typed in a draft, and normalizes what any other car takes over.
 */
function stage(first: Parameters<typeof carOf>[0] = {}) {
  let car = carOf(first);
  let version = 1;
  let timers: { run: () => void; milliseconds: number }[] = [];
  const sent: TypedFields[] = [];
  const failures: unknown[] = [];
  let lost = 0;
  const kept: unknown[] = [];
  const write = (fields: Parameters<typeof carOf>[0]) => {
    const taken = Object.entries(fields).map(([name, value]) => [name, normal(value)]);
    const written = car.state === "draft" ? fields : Object.fromEntries(taken);
    return (car = carOf({ ...car, ...written }, String(++version)));
  };
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
        const written = write(typed);
        if (lost-- > 0) throw new TypeError("Failed to fetch");
        return written;
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
    /** The server takes this many saves, and their answers don't arrive. */
    lose: (answers: number) => (lost = answers),
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
  expect(kept.at(-1)).toMatchObject({ brand: { typed: "Toyota", base: "" } });
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

it.each([
  ["a draft", { state: "draft", monthlyPrice: "1200" }],
  ["a listed car", { state: "listed", monthlyPrice: "1200.00" }],
] as const)("a save of %s whose answer is lost isn't taken for another device's", async (_of, first) => {
  const { make, settle, lose, kept, car } = stage(first);
  const saver = make();
  lose(1);
  saver.set("monthlyPrice", "1100");
  saver.type("description", "Clean");
  await saver.leave();
  expect(saver.read().step).toBe("unsent");
  // The host types on while nothing comes back, here and after the tab was closed.
  saver.type("description", "Clean and quiet");
  const later = make(kept.at(-1) as Parameters<typeof make>[0]);
  for (const one of [saver, later]) {
    await one.leave();
    await settle();
    expect(one.read()).toMatchObject({ step: "saved", conflicts: {}, pending: {} });
  }
  expect(typedPrice(car().monthlyPrice)).toBe(110_000);
  expect(car().description).toBe("Clean and quiet");
});

it("another device's value over a save whose answer is lost is asked about", async () => {
  const { make, settle, lose, write } = stage({ state: "listed", monthlyPrice: "1200.00" });
  const saver = make();
  lose(1);
  saver.set("monthlyPrice", "1100");
  await saver.flush();
  write({ monthlyPrice: "1150" });
  await settle();
  expect(saver.read()).toMatchObject({ step: "typed", conflicts: { monthlyPrice: "1150.00" } });
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

it.each(["draft", "listed"] as const)(
  "no value of a %s car is lost when two devices type at random",
  async (state) => {
    for (let seed = 1; seed <= 200; seed += 1) {
      let random = seed;
      const next = (most: number) => (random = (random * 48_271) % 2_147_483_647) % most;
      const { make, settle, car, failures } = stage({ state });
      const devices = [make(), make()];
      const typed = new Map<HostField, Set<string>>();
      for (let step = 0; step < 25; step += 1) {
        const device = devices[next(2)];
        const name = (["brand", "model", "city", "plateNumber"] as const)[next(4)] ?? "brand";
        const word = `w${step} `;
        if (next(5) === 0) failures.push(new TypeError("Failed to fetch"));
        device?.type(name, word);
        expect(device && shownField(device.read(), name)).toBe(word);
        typed.set(name, (typed.get(name) ?? new Set()).add(state === "draft" ? word : word.trim()));
        if (next(2)) await device?.[next(2) ? "leave" : "flush"]();
        if (next(4) === 0) await settle();
      }
      failures.length = 0;
      for (const device of devices) await device.leave();
      await settle();
      // A conflict that one device settles may become a conflict on the other, so each device takes a second turn.
      for (const device of [...devices, ...devices]) {
        await device.flush();
        await settle();
        for (const name of Object.keys(device.read().conflicts) as HostField[]) device.choose(name, "mine");
        await settle();
      }
      for (const [name, words] of typed) expect(words).toContain(car()[name]);
      for (const device of devices)
        expect([device.read().pending, device.read().step]).toEqual([{}, "saved"]);
    }
  },
);

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

it.each(["submitted", "listed", "paused"] as const)(
  "a field of a %s car is sent when the host leaves it, never half typed",
  async (state) => {
    const { make, settle, sent, kept } = stage({ state, monthlyPrice: "1200.00" });
    const saver = make();
    for (const typed of ["1", "12", "125", "1250"]) {
      saver.type("monthlyPrice", typed);
      await settle();
      await saver.flush();
    }
    expect(sent).toEqual([]);
    expect(kept.at(-1)).toMatchObject({ monthlyPrice: { typed: "1250", base: "1200.00" } });
    await saver.leave("monthlyPrice");
    expect(sent).toEqual([{ monthlyPrice: "1250" }]);
    expect(shownField(saver.read(), "monthlyPrice")).toBe("1250.00");
    expect(saver.read()).toMatchObject({ step: "saved", pending: {} });
  },
);

it("other fields of a listed car are sent while one is typed, and the step says that not all is saved", async () => {
  const { make, settle, sent } = stage({ state: "listed", description: "A car." });
  const saver = make();
  saver.type("description", "A quiet");
  saver.set("instantBook", true);
  await settle();
  expect(sent).toEqual([{ instantBook: true }]);
  expect(saver.read().step).toBe("typed");
});

it("a field with the cursor keeps its text, whatever the server makes of it", async () => {
  const { make, settle, sent, car } = stage({ state: "listed", description: "A car." });
  const saver = make();
  saver.enter("description");
  saver.type("description", "A quiet ");
  // The page is hidden, and comes back.
  await saver.hide();
  expect(car().description).toBe("A quiet");
  expect(shownField(saver.read(), "description")).toBe("A quiet ");
  expect(saver.read().step).toBe("saved");
  saver.type("description", "A quiet car");
  await settle();
  expect(sent).toHaveLength(1);
  await saver.leave();
  expect(car().description).toBe("A quiet car");
  expect(saver.read()).toMatchObject({ step: "saved", conflicts: {} });
});

it("a draft's value is saved while it is typed, and its field keeps its text", async () => {
  const { make, settle, write } = stage();
  const saver = make();
  saver.enter("brand");
  saver.type("brand", "Toy");
  await settle();
  expect(saver.read()).toMatchObject({ step: "saved", car: { brand: "Toy" } });
  // Another device changes the field that has the cursor here.
  saver.adopt(write({ brand: "Kia" }));
  expect(shownField(saver.read(), "brand")).toBe("Toy");
  saver.type("brand", "Toyota");
  await settle();
  expect(saver.read().conflicts).toEqual({ brand: "Kia" });
  await saver.leave();
  expect(shownField(saver.read(), "brand")).toBe("Toyota");
});

it.each([
  ["mine", "12.00"],
  ["theirs", "1200.00"],
] as const)("a price that moves by more than half waits for the host's word: %s", async (whose, price) => {
  const { make, settle, sent, car } = stage({ state: "listed", monthlyPrice: "1200.00" });
  const saver = make();
  saver.type("monthlyPrice", "12");
  expect(unsureValue(saver.read(), "monthlyPrice")).toBeUndefined();
  await saver.hide();
  await saver.leave();
  await settle();
  expect(sent).toEqual([]);
  expect(unsureValue(saver.read(), "monthlyPrice")).toBe("12");
  expect(saver.read().step).toBe("typed");
  saver.choose("monthlyPrice", whose);
  await settle();
  expect(car().monthlyPrice).toBe(price);
  expect(saver.read()).toMatchObject({ step: "saved", pending: {} });
});

it("the question about a price stays while the host is back in its field, until they type on", async () => {
  const { make, settle } = stage({ state: "listed", monthlyPrice: "1200.00" });
  const saver = make();
  saver.type("monthlyPrice", "12");
  await saver.leave();
  saver.enter("monthlyPrice");
  await settle();
  expect(unsureValue(saver.read(), "monthlyPrice")).toBe("12");
  saver.type("monthlyPrice", "125");
  expect([unsureValue(saver.read(), "monthlyPrice"), isHeld(saver.read())]).toEqual([undefined, true]);
});

it.each([
  ["monthlyPrice", "1200.00", "125"],
  ["minRentDays", "60", "3"],
  ["year", "2020", "2"],
] as const)("a half-typed number isn't sent while the page is hidden: %s", async (name, before, typed) => {
  const { make, settle, sent, kept } = stage({ state: "listed", [name]: before });
  const saver = make();
  saver.enter(name);
  saver.type(name, typed);
  await saver.hide();
  await settle();
  expect(sent).toEqual([]);
  expect(kept.at(-1)).toEqual({ [name]: { typed, base: before, isHalf: true } });
  expect([isHeld(saver.read()), unsureValue(saver.read(), "monthlyPrice")]).toEqual([true, undefined]);
});

it.each([
  ["mine", "13.00"],
  ["theirs", "1200.00"],
] as const)(
  "a price is compared with the car's own, not with a text that isn't one: %s",
  async (whose, price) => {
    const { make, settle, sent, write, car } = stage({ state: "listed", monthlyPrice: "1200.00" });
    write({ monthlyPrice: "12oo" });
    const saver = make();
    saver.type("monthlyPrice", "13");
    await saver.leave();
    expect([sent, unsureValue(saver.read(), "monthlyPrice")]).toEqual([[], "13"]);
    saver.choose("monthlyPrice", whose);
    await settle();
    expect([car().monthlyPrice, saver.read().step]).toEqual([price, "saved"]);
  },
);

it("a price close to the car's own is sent over a text that isn't one", async () => {
  const { make, sent, write } = stage({ state: "listed", monthlyPrice: "1200.00" });
  write({ monthlyPrice: "13oo" });
  const saver = make();
  saver.type("monthlyPrice", "1300");
  await saver.leave();
  expect(sent).toEqual([{ monthlyPrice: "1300" }]);
});

it("a price that was chosen over another device's still waits for the host's word", async () => {
  const { make, settle, sent, write, car } = stage({ state: "listed", monthlyPrice: "1200.00" });
  const saver = make();
  saver.type("monthlyPrice", "13");
  saver.adopt(write({ monthlyPrice: "1300" }));
  await saver.leave();
  expect(saver.read().conflicts).toEqual({ monthlyPrice: "1300.00" });
  saver.choose("monthlyPrice", "mine");
  await settle();
  expect([sent, unsureValue(saver.read(), "monthlyPrice")]).toEqual([[], "13"]);
  saver.choose("monthlyPrice", "mine");
  await settle();
  expect([car().monthlyPrice, saver.read().step]).toEqual(["13.00", "saved"]);
});

it("a price still waits for the host's word when the car is declined in the meantime", async () => {
  const { make, settle, sent, write, car } = stage({ state: "submitted", monthlyPrice: "1200.00" });
  const saver = make();
  saver.type("monthlyPrice", "12");
  saver.adopt(write({ state: "declined" }));
  await settle();
  expect([sent, isHeld(saver.read()), unsureValue(saver.read(), "monthlyPrice")]).toEqual([
    [],
    true,
    undefined,
  ]);
  await saver.leave();
  expect([sent, unsureValue(saver.read(), "monthlyPrice")]).toEqual([[], "12"]);
  saver.choose("monthlyPrice", "theirs");
  await settle();
  expect([car().monthlyPrice, saver.read().step]).toEqual(["1200.00", "saved"]);
});

it("a flush during a call ends when what was typed during that call is saved too", async () => {
  const { make, sent, car } = stage();
  const saver = make();
  saver.type("brand", "Toyota");
  const first = saver.flush();
  saver.type("model", "Camry");
  await saver.leave();
  expect(sent).toEqual([{ brand: "Toyota" }, { model: "Camry" }]);
  expect(car()).toMatchObject({ brand: "Toyota", model: "Camry" });
  expect(saver.read().step).toBe("saved");
  await first;
});

it("a flush ends when a call over an older version has been made again", async () => {
  const { make, write, car } = stage();
  const saver = make();
  write({ city: "San Jose" });
  saver.type("brand", "Toyota");
  await saver.flush();
  expect(car()).toMatchObject({ brand: "Toyota", city: "San Jose" });
});

it("a draft's price may move as far as it likes", async () => {
  const { make, settle, sent } = stage({ monthlyPrice: "1200" });
  const saver = make();
  saver.type("monthlyPrice", "12");
  await settle();
  expect(sent).toEqual([{ monthlyPrice: "12" }]);
});

it("a price kept from an earlier visit that moves far waits for the host's word", async () => {
  const { make, settle, sent } = stage({ state: "listed", monthlyPrice: "1200.00" });
  const saver = make({ monthlyPrice: { typed: "12", base: "1200.00" } });
  await settle();
  expect(sent).toEqual([]);
  expect(unsureValue(saver.read(), "monthlyPrice")).toBe("12");
});

it.each([
  ["mine", "9"],
  ["theirs", "2"],
] as const)("half a number that a closed tab kept waits for the host's word: %s", async (whose, days) => {
  const { make, settle, sent, kept, car } = stage({ state: "listed", noticeDays: "2", monthlyPrice: "1200" });
  const before = make();
  before.type("noticeDays", "9");
  await before.hide();
  const later = make(kept.at(-1) as Parameters<typeof make>[0]);
  await settle();
  expect([sent, unsureField(later.read())]).toEqual([[], "noticeDays"]);
  later.choose("noticeDays", whose);
  await settle();
  expect(later.read()).toMatchObject({ step: "saved", pending: {} });
  expect(Number(car().noticeDays)).toBe(Number(days));
});

it("a number that a closed tab kept is sent once the host has typed it to its end", async () => {
  const { make, settle, sent, kept } = stage({ state: "listed", noticeDays: "2" });
  const before = make();
  before.type("noticeDays", "1");
  await before.hide();
  const later = make(kept.at(-1) as Parameters<typeof make>[0]);
  later.type("noticeDays", "14");
  await later.leave();
  await settle();
  expect(sent).toEqual([{ noticeDays: "14" }]);
});

it("a price that was confirmed on an earlier visit, and never sent, is asked about again", async () => {
  const { make, settle, sent } = stage({ state: "listed", monthlyPrice: "1200.00" });
  const saver = make({ monthlyPrice: { typed: "12", base: "1200.00", isSure: true } });
  await settle();
  expect(sent).toEqual([]);
  expect(unsureValue(saver.read(), "monthlyPrice")).toBe("12");
  saver.choose("monthlyPrice", "mine");
  await settle();
  expect(sent).toEqual([{ monthlyPrice: "12" }]);
});

it("a translation that was taken over isn't sent without the text that the host types on", async () => {
  const { make, settle, sent } = stage({ state: "listed" });
  const saver = make();
  saver.set("descriptionZh", "译文");
  saver.set("translated", "译文");
  saver.type("descriptionZh", "译文，");
  await settle();
  expect(sent).toEqual([]);
});
