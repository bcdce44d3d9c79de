import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { makeCar } from "#test/factories.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { temporaryFolder } from "#test/product.ts";
import { importCars } from "./import-cars.ts";

let test: TestApp;
let admin: Person;
const folder = temporaryFolder();
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["upload_data"] });
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

const imported = (content: string) => {
  const path = join(folder.path, "cars.csv");
  writeFileSync(path, content);
  return importCars(test.services, path, { actor: "test", fileName: "cars.csv" });
};
const fleet = () =>
  test.services.database.rows(
    "select name, brand, model, year, category, body_style, monthly_price, city, state, zip_code, trim, transmission, carplay, min_rent_days, plate_number, insurance, available, colour, features, images, description, description_zh from cars where retired_at is null order by name, plate_number",
  );

it("the fleet's export is what an import reads back, into the same fleet and into none", async () => {
  await importCars(test.services, "fleet/fleet.csv", { actor: "test", fileName: "fleet.csv" });
  await makeCar(test, {
    name: "Formula",
    description: '=1+1, "quoted"\nand a second line',
    insurance: "-none",
    features: ["@sum", "5 seats"],
    descriptionZh: "＝一",
    plateNumber: null,
  });
  await makeCar(test, {
    name: "'Quoted'",
    description: "'-x",
    minRentDays: 90,
    available: false,
    images: ["https://photos.example/a.jpg", "https://photos.example/b.jpg"],
  });
  await makeCar(test, { name: "Gone", retiredAt: new Date() });
  const before = await fleet();
  const file = await test.app.inject({ url: "/api/admin/cars/export.csv", headers: admin.authorization });
  expect(file.headers["content-disposition"]).toMatch(/filename="cars_\d{4}-\d\d-\d\d\.csv"/);
  // A spreadsheet takes no cell for a formula.
  expect(file.body).not.toMatch(/(^|[,\r\n])"?[=@＝]/m);
  expect(await imported(file.body)).toMatchObject({
    processed: before.length,
    added: 0,
    updated: 0,
    unchanged: before.length,
    errors: 0,
  });
  await test.services.database.rows("delete from cars");
  expect(await imported(file.body)).toMatchObject({ added: before.length, errors: 0 });
  expect(await fleet()).toEqual(before);
}, 60_000);

it("an empty cell leaves what a car has, and - empties it", async () => {
  const header =
    "name,brand,model,year,category,monthlyPrice,city,state,plateNumber,zipCode,trim,colour,bodyStyle,features,description,descriptionZh,minRentDays,available";
  await makeCar(test, {
    name: "Kept",
    plateNumber: "8KEP001",
    zipCode: "94401",
    trim: "SE",
    colour: "Sand",
    bodyStyle: "coupe",
    features: ["Sunroof"],
    description: "Old words",
    descriptionZh: "旧文字",
    minRentDays: 90,
    available: false,
  });
  const row = (cells: string) => `Kept,Toyota,Camry,2022,Sedan,760.00,San Jose,CA,8KEP001,${cells}`;
  const now = async () =>
    (
      await test.services.database.rows(
        "select monthly_price, zip_code, trim, colour, body_style, features, description, description_zh, min_rent_days, available from cars where plate_number = '8KEP001'",
      )
    )[0];
  expect(await imported([header, row(",,,,,,,,")].join("\n"))).toMatchObject({ updated: 1, errors: 0 });
  const kept = {
    zip_code: "94401",
    trim: "SE",
    colour: "Sand",
    body_style: "coupe",
    features: ["Sunroof"],
    description: "Old words",
    description_zh: "旧文字",
    min_rent_days: 90,
    available: false,
  };
  expect(await now()).toEqual({ monthly_price: 76_000, ...kept });
  expect(await imported([header, row(",-,,,-,-,-,,")].join("\n"))).toMatchObject({ updated: 1, errors: 0 });
  expect(await now()).toEqual({
    monthly_price: 76_000,
    ...kept,
    trim: "",
    features: [],
    description: "",
    description_zh: null,
  });
  const nothing = await imported([header, row("-,-,-,-,-,-,-,-,-").replace("Kept,", "-,")].join("\n"));
  expect(nothing).toMatchObject({ errors: 0 });
});

/** The names in the file of a query, or the status and code of its refusal. */
async function namesIn(query: string): Promise<number | (string | undefined)[]> {
  const file = await test.app.inject({
    url: `/api/admin/cars/export.csv?${query}`,
    headers: admin.authorization,
  });
  if (file.statusCode !== 200) return file.statusCode;
  return file.body
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(",")[0]);
}

it("the export has the cars of the filtered list", async () => {
  await test.services.database.rows("delete from cars");
  await makeCar(test, {
    name: "Toyota Sienna",
    brand: "Toyota",
    category: "Minivan",
    plateNumber: "7VAN001",
  });
  await makeCar(test, { name: "Toyota Camry", brand: "Toyota", category: "Sedan", available: false });
  await makeCar(test, { name: "It's a Ford $1", brand: "Ford", category: "Truck" });
  expect(await namesIn("")).toEqual(["It's a Ford $1", "Toyota Camry", "Toyota Sienna"]);
  expect(await namesIn("q=&category=")).toHaveLength(3);
  expect(await namesIn("q=toyota&category=Minivan")).toEqual(["Toyota Sienna"]);
  expect(await namesIn(`q=${encodeURIComponent("丰田")}`)).toEqual(["Toyota Camry", "Toyota Sienna"]);
  expect(await namesIn("q=7van")).toEqual(["Toyota Sienna"]);
  expect(await namesIn("available=false")).toEqual(["Toyota Camry"]);
  expect(await namesIn(`q=${encodeURIComponent("' or true --")}`)).toEqual([]);
  expect(await namesIn("category=Boat")).toBe(400);
});

it("the list and the export can be filtered by one owner, all hosts, or the platform", async () => {
  await test.services.database.rows("delete from cars");
  const [host, other] = [await makePerson(test, { role: "host" }), await makePerson(test, { role: "host" })];
  await makeCar(test, { name: "Ours" });
  await makeHostCar(test, host.id, "listed", { name: "Theirs" });
  await makeHostCar(test, other.id, "paused", { name: "Another’s" });
  await makeHostCar(test, host.id, "submitted", { name: "Undecided" });
  const listed = async (owner: string) =>
    (await test.app.inject({ url: `/api/admin/cars?owner=${owner}`, headers: admin.authorization }))
      .json<{ name: string }[]>()
      .map(({ name }) => name);
  for (const [owner, names] of [
    ["", ["Another’s", "Ours", "Theirs"]],
    ["platform", ["Ours"]],
    ["hosts", ["Another’s", "Theirs"]],
    [host.id, ["Theirs"]],
    [admin.id, []],
  ] as const) {
    expect(await listed(owner)).toEqual(names);
    expect(await namesIn(`owner=${owner}`)).toEqual(names);
  }
  expect(await namesIn(`category=Sedan&owner=${host.id}`)).toEqual(["Theirs"]);
  expect(await namesIn("owner=somebody")).toBe(400);
});
