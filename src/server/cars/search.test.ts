import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { Car } from "#contract/cars.ts";
import { demoFleet } from "#server/demo/demonstration.ts";
import { importCars } from "#server/imports/import-cars.ts";
import { startTestApp } from "#test/app.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";

type WantedCar = Partial<Pick<Car, "brand" | "model" | "category" | "city" | "year" | "colour">>;

const test = await startTestApp();
afterAll(test.close);
await importCars(test.services, demoFleet, { actor: "test", fileName: "fleet.csv" });

const found = async (typed: string): Promise<Car[]> =>
  (await test.app.inject(`/api/cars?q=${encodeURIComponent(typed)}&limit=100`)).json();
const isWanted = (car: Car, wanted: WantedCar) =>
  Object.entries(wanted).every(([field, value]) => car[field as keyof WantedCar] === value);
const isAmongFirst = async (typed: string, wanted: WantedCar) =>
  (await found(typed)).slice(0, 3).some((car) => isWanted(car, wanted));

/** Random numbers that are the same for the same seed, so that a failure can be repeated. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Leaves out, doubles, changes or swaps one letter, never the first. */
function misspell(word: string, chance: (below: number) => number): string {
  const at = 1 + chance(word.length - 2);
  const letters = "abcdefghijklmnopqrstuvwxyz";
  return [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    word.slice(0, at) + letters[chance(26)] + word.slice(at + 1),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ][chance(4)] as string;
}

const rows = readFileSync(demoFleet, "utf8").trim().split("\n").slice(1);
const fleet = rows
  .map((row) => row.split(",", 9))
  .map(([, brand = "", model = "", year = "", category = "", , city = ""]) => ({
    brand,
    model,
    year: Number(year),
    category,
    city,
  }));

const chineseNames: Record<string, string> = {
  Toyota: "丰田",
  Honda: "本田",
  Tesla: "特斯拉",
  BMW: "宝马",
  "Mercedes-Benz": "奔驰",
  Volkswagen: "大众",
  Audi: "奥迪",
  Lexus: "雷克萨斯",
  Nissan: "日产",
  Mazda: "马自达",
  Hyundai: "现代",
  Kia: "起亚",
  Chevrolet: "雪佛兰",
  Subaru: "斯巴鲁",
  Volvo: "沃尔沃",
  Ford: "福特",
  Polestar: "极星",
  Rivian: "里维安",
};

describe("a search of the fleet", () => {
  it.each<[string, WantedCar]>([
    ["telsa", { brand: "Tesla" }],
    ["ka", { brand: "Kia" }],
    ["hinda", { brand: "Honda" }],
    ["bwm", { brand: "BMW" }],
    ["adui", { brand: "Audi" }],
    ["pruis", { model: "Prius" }],
    ["ioinq", { model: "Ioniq 5" }],
    ["toyota 2023", { brand: "Toyota", year: 2023 }],
    ["2023 toyota", { brand: "Toyota", year: 2023 }],
    ["chevy", { brand: "Chevrolet" }],
    ["vw", { brand: "Volkswagen" }],
    ["福斯", { brand: "Volkswagen" }],
    ["merc", { brand: "Mercedes-Benz" }],
    ["benz c300", { brand: "Mercedes-Benz", model: "C 300" }],
    ["bimmer", { brand: "BMW" }],
    ["suv", { category: "SUV" }],
    ["truck", { category: "Truck" }],
    ["pickup", { category: "Truck" }],
    ["minivan", { category: "Minivan" }],
    ["electric", { category: "Electric" }],
    ["ev", { category: "Electric" }],
    ["eletcric suv", { category: "Electric" }],
    ["hybrid", { model: "Prius" }],
    ["hybird corola", { model: "Corolla Hybrid" }],
    ["id4", { model: "ID.4" }],
    ["id 4", { model: "ID.4" }],
    ["rav 4", { model: "RAV4" }],
    ["crv", { model: "CR-V" }],
    ["cx5", { model: "CX-5" }],
    ["f150", { model: "F-150" }],
    ["model 3", { model: "Model 3" }],
    ["polestar 2", { model: "2" }],
    ["mazda 3", { model: "Mazda3" }],
    ["ev6", { model: "EV6" }],
    ["sna jose", { city: "San Jose" }],
    ["tesla fremont", { brand: "Tesla", city: "Fremont" }],
    ["rent a car in palo alto", { city: "Palo Alto" }],
    ["blue honda", { brand: "Honda", colour: "Midnight blue" }],
    ["电动", { category: "Electric" }],
    ["丰田", { brand: "Toyota" }],
    ["丰田混动", { model: "Prius" }],
    ["特斯垃", { brand: "Tesla" }],
    ["白色特斯拉", { brand: "Tesla", colour: "Pearl white" }],
    ["旧金山 电动车", { category: "Electric", city: "San Francisco" }],
    ["圣何塞", { city: "San Jose" }],
    ["皮卡", { category: "Truck" }],
    ["七座", { category: "Minivan" }],
    ["2023款丰田", { brand: "Toyota", year: 2023 }],
    ["我想租一辆奔驰", { brand: "Mercedes-Benz" }],
  ])("a search for %j finds the right car among the first three", async (typed, wanted) => {
    expect(await isAmongFirst(typed, wanted)).toBe(true);
  });

  it("a search for id4 finds only the ID.4", async () => {
    expect(new Set((await found("id4")).map(({ model }) => model))).toEqual(new Set(["ID.4"]));
  });

  it("a search forgives a typing error in at least 95 of a hundred names, in two languages", async () => {
    const chance = chances(20_261_122);
    const asked: { typed: string; wanted: WantedCar }[] = [];
    while (asked.length < 400) {
      const car = fleet[chance(fleet.length)];
      if (!car) continue;
      const words = `${car.brand} ${car.model}`.toLowerCase().split(" ");
      const slips = words.map((word) => (/^[a-z-]{3,}$/.test(word) ? misspell(word, chance) : word));
      const { brand, model, year, category, city } = car;
      const wanted = { brand, model };
      const chinese = chineseNames[brand] ?? brand;
      const ways = [
        { typed: slips.join(" "), wanted },
        { typed: slips[0] ?? "", wanted: { brand } },
        { typed: `${slips.slice(1).join(" ")} ${year}`, wanted: { model, year } },
        { typed: `${slips[0]} ${city}`, wanted: { brand, city } },
        { typed: `${chinese}${model}`, wanted },
        { typed: `${year}年${chinese}`, wanted: { brand, year } },
        { typed: `${misspell(category.toLowerCase(), chance)} ${brand}`, wanted: { brand } },
      ];
      const way = ways[chance(ways.length)];
      if (way) asked.push(way);
    }
    const missed = [];
    for (const { typed, wanted } of asked)
      if (!(await isAmongFirst(typed, wanted))) missed.push({ typed, wanted });
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(20);
  });

  it.each(hostileStrings.map((text) => [text.slice(0, 60), text]))(
    "a search for hostile words (%j) is answered and changes nothing",
    async (_shown, text) => {
      const answer = await test.app.inject(`/api/cars?q=${encodeURIComponent(text.toWellFormed())}`);
      expect([200, 400]).toContain(answer.statusCode);
      expect(
        (await test.services.database.rows<{ cars: number }>("select count(*)::int as cars from cars"))[0]
          ?.cars,
      ).toBe(fleet.length);
    },
  );
});

describe("a wildcard of LIKE", () => {
  it.each(["%", "_", "%%", "__", "t_sla", "p%lestar", "\\"])(
    "the search text %j matches only itself",
    async (typed) => {
      expect(await found("tesla")).not.toEqual([]);
      expect(await found(typed)).toEqual([]);
    },
  );
});
