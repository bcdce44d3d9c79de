import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { makeHostCar } from "#test/host-cars.ts";
import { temporaryFolder } from "#test/product.ts";
import { exportCars } from "./export-cars.ts";
import { importCars, type ImportReport } from "./import-cars.ts";
import { undoImport } from "./undo-import.ts";

const test = await startTestApp();
const folder = temporaryFolder();
afterAll(async () => {
  await test.close();
  folder.remove();
});
beforeEach(async () => {
  await test.services.database.rows("delete from cars");
  await test.services.database.rows("delete from audit_events");
});

const fleet = "fleet/fleet.csv";
const header = "name,brand,model,year,category,monthlyPrice,city,state";
const row = (name: string, rest = "Ford,Escape,2019,SUV,749.00,San Mateo,CA") => `${name},${rest}`;
const three = [header, row("One"), row("Two"), row("Three")];

/** Imports a text or bytes as a file. */
function importText(content: string | Uint8Array, actor = "test"): Promise<ImportReport> {
  const path = join(folder.path, "cars.csv");
  writeFileSync(path, content);
  return importCars(test.services, path, { actor, fileName: "cars.csv" });
}

const importFleet = (actor = "test") => importCars(test.services, fleet, { actor, fileName: "fleet.csv" });
const storedCars = () =>
  test.services.database.rows(
    "select name, brand, model, year, category, body_style, monthly_price, city, state, zip_code, trim, transmission, carplay, min_rent_days, plate_number, insurance, available, colour, features, description, description_zh from cars order by name, plate_number",
  );
const names = async () =>
  (
    await test.services.database.rows<{ name: string }>('select name from cars order by name collate "C"')
  ).map((car) => car.name);
const carNamed = async (name: string) =>
  (
    await test.services.database.rows<Record<string, unknown>>("select * from cars where name = $1", [name])
  )[0];

describe("the fleet's file", () => {
  it("the fleet's file is imported whole, and a second import changes nothing", async () => {
    const rows = readFileSync(fleet, "utf8").trimEnd().split("\n").length - 1;
    expect(await importFleet()).toMatchObject({
      processed: rows,
      added: rows,
      updated: 0,
      unchanged: 0,
      errors: 0,
      errorDetails: [],
    });
    const before = await storedCars();
    expect(await importFleet()).toMatchObject({
      processed: rows,
      added: 0,
      updated: 0,
      unchanged: rows,
      errors: 0,
      errorDetails: [],
    });
    expect(await storedCars()).toEqual(before);
    expect(
      await test.services.database.rows(
        "select actor, action, count(*)::int as count from audit_events group by actor, action",
      ),
    ).toEqual([{ actor: "test", action: "imported", count: 1 }]);
  });

  it("the fleet's file gives the same cars with any line endings, mixed ones too", async () => {
    await importFleet();
    const expected = await storedCars();
    const lines = readFileSync(fleet, "utf8").trimEnd().split("\n");
    const endings = [
      () => "\r\n",
      () => "\r",
      (place: number) => (place === 70 ? "\n" : "\r\n"),
      (place: number) => ["\n", "\r", "\r\n"][place % 3] ?? "\n",
    ];
    for (const ending of endings) {
      await test.services.database.rows("delete from cars");
      expect(await importText(lines.map((line, place) => line + ending(place)).join(""))).toMatchObject({
        added: lines.length - 1,
        errors: 0,
      });
      expect(await storedCars()).toEqual(expected);
    }
  });

  it("the fleet's file imported twice simultaneously adds each car once", async () => {
    const reports = await Promise.all([importFleet("one"), importFleet("other")]);
    const rows = reports[0].processed;
    expect(reports.map((report) => report.errors)).toEqual([0, 0]);
    expect(reports[0].added + reports[1].added).toBe(rows);
    expect(await names()).toHaveLength(rows);
  });
});

describe("a file", () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  it.each<[string, string | Uint8Array]>([
    ["UTF-8 with its mark", `\ufeff${three.join("\n")}`],
    ["UTF-16, little end first", utf16(three.join("\r\n"))],
    ["UTF-16, big end first", utf16(three.join("\r\n")).swap16()],
    ["semicolons", three.join("\n").replaceAll(",", ";")],
    ["tabs", three.join("\n").replaceAll(",", "\t")],
    ["bars", three.join("\n").replaceAll(",", "|")],
    [
      "quotation marks around everything",
      three
        .map((line) =>
          line
            .split(",")
            .map((cell) => `"${cell}"`)
            .join(","),
        )
        .join("\n"),
    ],
    ["blank lines and rows of commas", three.join("\n\n,,,,,,,\n\n")],
    ["columns in another order", three.map((line) => line.split(",").toReversed().join(",")).join("\n")],
    [
      "columns that nobody knows",
      three
        .map((line, place) => `${place ? "x" : "__proto__"},${line},${place ? "y" : "constructor"}`)
        .join("\n"),
    ],
    [
      "10,000 columns",
      three.map((line, place) => line + `,${place ? "" : "extra"}`.repeat(10_000)).join("\n"),
    ],
    [
      "rows that end late in empty cells",
      three.map((line, place) => (place ? `${line},, ,` : line)).join("\n"),
    ],
  ])("a file with %s is read", async (_name, content) => {
    expect(await importText(content)).toMatchObject({ processed: 3, added: 3, errors: 0 });
    expect(await names()).toEqual(["One", "Three", "Two"]);
  });

  it.each<[string, string]>([
    ["a line that names its mark", "sep=;\n" + three.join("\n").replaceAll(",", ";")],
    ["a line that names a rare mark", "sep=|\r\n" + three.join("\r\n").replaceAll(",", "|")],
    ["empty and title lines", "\n\nFleet list, Bay Area;;;;;;;\n" + three.join("\n").replaceAll(",", ";")],
    ["a title of two cells", "Fleet; as of November 2026\n\n" + three.join("\n")],
  ])("a file is read with %s before its header", async (_name, content) => {
    expect(await importText(content)).toMatchObject({ processed: 3, added: 3, errors: 0 });
    expect(await names()).toEqual(["One", "Three", "Two"]);
  });

  it("a file's rows are counted from its first line, whatever precedes the header", async () => {
    const bad = row("Bad").replace("2019", "1885");
    expect((await importText(`\nFleet list\n${header}\n${bad}\n`)).errorDetails).toEqual([
      expect.stringMatching(/^Row 4:/),
    ]);
    expect((await importText(`sep=,\n${header}\n${bad}\n`)).errorDetails).toEqual([
      expect.stringMatching(/^Row 2:/),
    ]);
  });

  it("a file's unknown columns are named with the probable meaning", async () => {
    const [names = "", ...rows] = three;
    const content = [`${names},plate,Farbe,Photos`, ...rows.map((line) => `${line},8ABC123,blau,x`)].join(
      "\n",
    );
    expect((await importText(content)).unknownColumns).toEqual([
      { name: "plate", nearest: "plateNumber" },
      { name: "Farbe" },
      { name: "Photos", nearest: "images" },
    ]);
  });

  it("a file with Chinese only near its end is read in its own encoding", async () => {
    const filler = Array.from({ length: 2000 }, (_, place) => `${row(`Car ${place}`)},`);
    const late = (last: number[]) =>
      Buffer.concat([
        Buffer.from(`${[`${header},descriptionZh`, ...filler].join("\n")}\n${row("Late")},`),
        Buffer.from(last),
        Buffer.from("\n"),
      ]);
    expect(await importText(late([0xd5, 0xfb, 0xbd, 0xe0]))).toMatchObject({ added: 2001, errors: 0 });
    expect(await carNamed("Late")).toMatchObject({ description_zh: "整洁" });
  });

  it("a file in Big5 keeps its Chinese, and one that could also be GBK is refused", async () => {
    const ofChinese = (bytes: number[]) =>
      Buffer.concat([
        Buffer.from(`${header},descriptionZh\n${row("One")},`),
        Buffer.from(bytes),
        Buffer.from("\n"),
      ]);
    const seats = [0xae, 0x79, 0xb4, 0xc8, 0xa5, 0x5b, 0xbc, 0xf6];
    expect(await importText(ofChinese(seats))).toMatchObject({ added: 1, errors: 0 });
    expect(await carNamed("One")).toMatchObject({ description_zh: "座椅加熱" });
    // The second is 订单 in GBK: as Big5 it would be two characters as usual.
    for (const bytes of [
      [0xb6, 0xc2],
      [0xb6, 0xa9, 0xb5, 0xa5],
    ])
      await expect(importText(ofChinese(bytes))).rejects.toMatchObject({
        fileError: { code: "encoding_unclear" },
      });
  });

  it("a file in GB 18030 keeps its Chinese", async () => {
    const named = Buffer.concat([
      Buffer.from(`${header},descriptionZh\n${row("One")},`),
      Buffer.from([0xd5, 0xfb, 0xbd, 0xe0]),
      Buffer.from("\n"),
    ]);
    expect(await importText(named)).toMatchObject({ added: 1, errors: 0 });
    expect(await carNamed("One")).toMatchObject({ description_zh: "整洁" });
  });

  it("a file in Windows-1252 keeps its accents, quotes and dashes", async () => {
    const named = Buffer.from(
      `${header},description\nCitro\xebn C3,Ford,Escape,2019,SUV,749.00,San Mateo,CA,One owner\x92s car \x96 as new\n`,
      "latin1",
    );
    expect(await importText(named)).toMatchObject({ added: 1, errors: 0 });
    expect(await carNamed("Citroën C3")).toMatchObject({ description: "One owner’s car – as new" });
  });

  it("a row with an unquoted comma in its text is refused", async () => {
    const report = await importText(
      [
        `${header},description`,
        `${row("One")},A fine car, one owner`,
        `${row("Two")},"A fine car, one owner"`,
      ].join("\n"),
    );
    expect(report).toMatchObject({ added: 1, errors: 1, faults: [{ row: 2, code: "too_many_cells" }] });
    expect(report.errorDetails).toEqual([
      expect.stringMatching(/^Row 2: has more cells than the header row/),
    ]);
    expect(await names()).toEqual(["Two"]);
  });

  it("a file without a body column keeps a chosen body until the car is another model", async () => {
    await importText([`${header},bodyStyle,plateNumber`, `${row("One")},wagon,7BODY01`].join("\n"));
    expect(await carNamed("One")).toMatchObject({ body_style: "wagon" });
    expect(
      await importText(
        [`${header},plateNumber`, `${row("One", "Ford,Escape,2019,SUV,800.00,San Mateo,CA")},7BODY01`].join(
          "\n",
        ),
      ),
    ).toMatchObject({
      updated: 1,
    });
    expect(await carNamed("One")).toMatchObject({ body_style: "wagon", monthly_price: 80_000 });
    await importText(
      [`${header},plateNumber`, "One,Honda,Odyssey,2019,Minivan,800.00,San Mateo,CA,7BODY01"].join("\n"),
    );
    expect(await carNamed("One")).toMatchObject({ body_style: "minivan" });
  });

  it("a cell with Chinese, emoji, quotation marks and line breaks is kept as it is", async () => {
    const filler = Array.from(
      { length: 400 },
      (_, place) => `${row(`Car ${place}`)},"${"整洁🚗".repeat(60 + (place % 7))}"`,
    );
    const rowText = `${row("Told")},"He said ""go"",\r\nthen 走吧 🚗"`;
    expect(await importText([`${header},description`, ...filler, rowText].join("\r\n"))).toMatchObject({
      added: 401,
      errors: 0,
    });
    expect(await carNamed("Told")).toMatchObject({ description: 'He said "go",\nthen 走吧 🚗' });
    const [wrong] = await test.services.database.rows<{ count: number }>(
      "select count(*)::int as count from cars where description like '%' || chr(65533) || '%'",
    );
    expect(wrong?.count).toBe(0);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["is empty", "", /is empty/],
    ["holds nothing but its mark", "\ufeff", /no header row/],
    ["lacks columns", "name,brand\nOne,Ford", /is missing model, year, category, monthlyPrice, city, state/],
    [
      "has a title, semicolons and one misnamed column",
      `Fleet, Bay Area\n${three.join("\n").replaceAll(",", ";").replace("city", "wharf")}`,
      /is missing city\.$/,
    ],
    ["has a column twice", `${header},Name\n${row("One")},One`, /name appears twice/],
    [
      "is a picture",
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      /is missing|not a text file/,
    ],
    [
      "is a program",
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0xff, 0xfe]),
      /not a text file/,
    ],
    ["has zero bytes in its header", `name\u0000,${header}`, /not a text file/],
    ["has an open quotation mark in its header", `"${header}\n${row("One")}`, /header row can't be read/],
  ])("a file that %s is refused in a sentence, and nothing is kept", async (_name, content, sentence) => {
    await expect(importText(content)).rejects.toThrow(sentence);
    expect(await names()).toEqual([]);
  });

  it.each([
    ["not there", "nowhere.csv"],
    ["a folder", ""],
  ])("a file that is %s is refused in a sentence", async (_name, path) => {
    await expect(
      importCars(test.services, join(folder.path, path), { actor: "test", fileName: path }),
    ).rejects.toMatchObject({ name: "UnreadableFile" });
  });

  it("a file with only a header imports nothing", async () => {
    expect(await importText(`${header}\n`)).toMatchObject({
      processed: 0,
      added: 0,
      updated: 0,
      unchanged: 0,
      errors: 0,
      errorDetails: [],
    });
  });
});

describe("a bad row", () => {
  const bad: [string, string, RegExp][] = [
    [
      "a price below zero",
      row("Bad", "Ford,Escape,2019,SUV,-1,San Mateo,CA"),
      /^Row 3: monthlyPrice must be US dollars/,
    ],
    [
      "a year of carriages",
      row("Bad", "Ford,Escape,1885,SUV,749,San Mateo,CA"),
      /^Row 3: year must be a whole number from 1990/,
    ],
    [
      "several errors",
      row("", "Ford,Escape,1885,Boat,$5,San Mateo,CA"),
      /^Row 3: name is required; category must be .*; year must be .*; monthlyPrice must be /,
    ],
    ["too few cells", "Bad,Ford", /^Row 3: model is required; category is required/],
    ["a zero byte", row("Ba\u0000d"), /^Row 3: name can't contain control characters/],
    ["a lone quotation mark before", row('"Bad'), /^Row 3: can't be read/],
    ["a lone quotation mark within", row('5" Bad'), /^Row 3: can't be read/],
    ["a lone quotation mark after", row('Bad"'), /^Row 3: can't be read/],
    ["a cell of 10 MB", row("x".repeat(10_000_000)), /^Row 3: can't be read/],
    ["a quoted cell of 10 MB", row(`"${"x".repeat(10_000_000)}"`), /^Row 3: can't be read/],
    ["a cell of 5,000 characters", row("x".repeat(5000)), /^Row 3: name must be at most 120 characters/],
    ["markup", row("<img src=x onerror=alert(1)>"), /^Row 3: name can't contain </],
  ];
  it.each(bad)(
    "a row with %s is listed by number and reason, and the good rows are imported",
    async (_name, line, reason) => {
      const report = await importText(
        [header, row("One"), line, row("Two"), row('"Three, quoted"'), row("Four")].join("\n"),
      );
      expect(report).toMatchObject({ processed: 5, added: 4, errors: 1 });
      expect(report.errorDetails).toEqual([expect.stringMatching(reason)]);
      expect(await names()).toEqual(["Four", "One", "Three, quoted", "Two"]);
    },
  );

  it("a row with invalid UTF-8 in a UTF-8 file is refused", async () => {
    const filler = Array.from({ length: 2000 }, (_, place) => row(`车 ${place}`));
    const bytes = Buffer.concat([
      Buffer.from(`${[header, ...filler].join("\n")}\n`),
      Buffer.from([0xd5, 0xfb]),
      Buffer.from(`${row("x")}\n${row("Last")}\n`),
    ]);
    const report = await importText(bytes);
    expect(report).toMatchObject({ added: 2001, errors: 1 });
    expect(report.errorDetails).toEqual([
      expect.stringMatching(/^Row 2002: name contains characters that can't be read/),
    ]);
  });

  it("a row's number is counted as a spreadsheet counts it", async () => {
    const report = await importText(
      `${header},description\n${row("One")},"two\nlines"\n\n${row("Two")},"\n\n\n"\n${row("")},x\n`,
    );
    expect(report.errorDetails).toEqual(["Row 5: name is required"]);
  });

  it("a row with the same car as an earlier row names that row", async () => {
    const plated = `${header},plateNumber`;
    const report = await importText(
      [
        plated,
        `${row("One")},7ITW146`,
        `${row("Two")},`,
        `${row("Other")},7itw-146`,
        `${row("TWO")},`,
        `${row("One")},7ITW147`,
      ].join("\n"),
    );
    expect(report).toMatchObject({
      added: 3,
      errors: 2,
      errorDetails: ["Row 4: is the same car as row 2", "Row 5: is the same car as row 3"],
    });
  });
});

describe("the owner of a car", () => {
  const owned = `${header},plateNumber,hostEmail`;
  const line = (name: string, plate: string, email: string) => `${row(name)},${plate},${email}`;

  it("a new car can get a host as owner, and an existing car keeps its owner", async () => {
    const host = await makePerson(test, { role: "host" });
    const other = await makePerson(test, { role: "host" });
    await importText(
      [owned, line("Hosted", "8HST001", host.email.toUpperCase()), line("Ours", "8HST002", "")].join("\n"),
    );
    expect((await carNamed("Hosted"))?.host_id).toBe(host.id);
    expect((await carNamed("Ours"))?.host_id).toBe(null);
    expect((await carNamed("Hosted"))?.listing_state).toBe("paused");
    expect((await carNamed("Ours"))?.listing_state).toBe("listed");
    const moved = await importText(
      [owned, line("Hosted", "8HST001", other.email), line("Ours", "8HST002", other.email)].join("\n"),
    );
    expect(moved).toMatchObject({ unchanged: 2, updated: 0, errors: 0 });
    expect((await carNamed("Hosted"))?.host_id).toBe(host.id);
    const file = Buffer.concat(await (await exportCars(test.services, {})).toArray()).toString();
    expect(file).toContain(host.email);
    expect(await importText(file)).toMatchObject({ unchanged: 2, added: 0, updated: 0, errors: 0 });
  });

  it("hosts hear of the cars that a file put into their accounts, in one email for each host", async () => {
    const host = await makePerson(test, { role: "host" });
    const other = await makePerson(test, { role: "host" });
    const lines = [
      line("First", "8HST021", host.email),
      line("Second", "8HST022", host.email),
      line("Third", "8HST023", other.email),
      line("Fourth", "8HST024", ""),
    ];
    const given = () =>
      test.services.database.rows(
        `select recipient, subject from emails where kind = 'host_car_given' and recipient = any($1) order by subject`,
        [[host.email, other.email]],
      );
    const path = join(folder.path, "given.csv");
    writeFileSync(path, [owned, ...lines].join("\n"));
    const tried = { actor: "test", fileName: "given.csv", isDryRun: true };
    expect(await importCars(test.services, path, tried)).toMatchObject({ added: 4, hosted: 3 });
    expect(await given()).toEqual([]);
    const news = [
      { recipient: host.email, subject: "2 cars are in your account now" },
      { recipient: other.email, subject: "Third is in your account now" },
    ];
    for (let time = 0; time < 2; time++) {
      await importCars(test.services, path, { actor: "test", fileName: "given.csv" });
      expect(await given()).toEqual(news);
    }
  });

  it("a row whose owner doesn't host or is the importer is refused, and other rows are kept", async () => {
    const [renter, self] = [await makePerson(test), await makePerson(test, { role: "host" })];
    const report = await importText(
      [
        owned,
        line("A", "8HST003", renter.email),
        line("B", "8HST004", self.email),
        line("C", "8HST005", ""),
      ].join("\n"),
      self.id,
    );
    expect(report).toMatchObject({ added: 1, errors: 2 });
    expect(report.faults.map(({ code, column }) => [code, column])).toEqual([
      ["not_a_host", "hostEmail"],
      ["not_a_host", "hostEmail"],
    ]);
    expect(await names()).toEqual(["C"]);
  });

  it("a file changes neither the importer's own cars nor whether a host's car is offered", async () => {
    const [host, self] = [
      await makePerson(test, { role: "host" }),
      await makePerson(test, { role: "admin" }),
    ];
    const listed = (hostId: string, name: string, plateNumber: string | null) =>
      makeHostCar(test, hostId, "listed", { name, plateNumber });
    await listed(host.id, "Theirs", "8HST007");
    await listed(host.id, "Paused", "8HST008");
    await listed(host.id, "Resumed", "8HST019");
    await makeHostCar(test, host.id, "retired", { name: "Gone", plateNumber: null });
    await listed(self.id, "Own", "8HST009");
    const setState = (name: string, state: string) =>
      test.services.database.rows("update cars set listing_state = $2 where name = $1", [name, state]);
    await setState("Resumed", "paused");
    const file = Buffer.concat(await (await exportCars(test.services, {})).toArray()).toString();
    const gone = file.split("\n").find((text) => text.includes("Paused,"));
    await setState("Resumed", "listed");
    await setState("Paused", "paused");
    // The same file again says nothing new of them.
    expect(await importText(file)).toMatchObject({ unchanged: 4, errors: 0, keptOffers: 2 });
    const report = await importText(
      `${file.trimEnd().replaceAll("749.00", "700.00")}\n${gone?.replace("Paused", "Gone").replace("8HST008", "")}\n`,
      self.id,
    );
    expect(report).toMatchObject({ added: 0, updated: 3, errors: 2, keptOffers: 2 });
    expect(report.faults.map(({ code, column }) => `${code} ${column}`).toSorted()).toEqual([
      "hosted_retired name",
      "own_car name",
    ]);
    expect(
      await test.services.database.rows(
        "select name, listing_state as state, monthly_price as price from cars order by name",
      ),
    ).toEqual([
      { name: "Gone", state: "retired", price: 74_900 },
      { name: "Own", state: "listed", price: 74_900 },
      { name: "Paused", state: "paused", price: 70_000 },
      { name: "Resumed", state: "listed", price: 70_000 },
      { name: "Theirs", state: "listed", price: 70_000 },
    ]);
  });

  it("a file that names hosts changes nothing the second time, also with the column available", async () => {
    const host = await makePerson(test, { role: "host" });
    const file = [
      `${header},plateNumber,available,hostEmail`,
      `${row("Brought")},8HST030,true,${host.email}`,
      `${row("Ours")},8HST031,true,`,
    ].join("\n");
    expect(await importText(file)).toMatchObject({ added: 2, hosted: 1, keptOffers: 0 });
    expect(await importText(file)).toMatchObject({ unchanged: 2, errors: 0, keptOffers: 1 });
    expect((await carNamed("Brought"))?.listing_state).toBe("paused");
  });

  it("a host's listed car that a file leaves with too few photos is paused, and its host hears of it", async () => {
    const host = await makePerson(test, { role: "host" });
    const own = await makePerson(test, { role: "host" });
    await makeHostCar(test, host.id, "listed", { name: "Bare", plateNumber: "8HST040" });
    await makeHostCar(test, own.id, "listed", { name: "Kept", plateNumber: "8HST041" });
    const many = await makePerson(test, { role: "host" });
    for (const at of [2, 3])
      await makeHostCar(test, many.id, "listed", { name: `Many ${at}`, plateNumber: `8HST04${at}` });
    const photos = [1, 2, 3, 4, 5].map((at) => `https://photos.example/${at}.jpg`);
    const file = [
      `${header},plateNumber,images`,
      `${row("Bare")},8HST040,${photos.slice(1).join("|")}`,
      `${row("Kept")},8HST041,${photos.join("|")}`,
      ...[2, 3].map((at) => `${row(`Many ${at}`)},8HST04${at},${photos[0]}`),
    ].join("\n");
    const path = join(folder.path, "photos.csv");
    writeFileSync(path, file);
    const options = { actor: "test", fileName: "photos.csv" };
    const stateOf = async (name: string) => (await carNamed(name))?.listing_state;
    const emailed = () =>
      test.services.database.rows(
        "select recipient, subject from emails where kind = 'host_car_changes_declined' and recipient = any($1) order by subject desc",
        [[host.email, own.email, many.email]],
      );
    expect(await importCars(test.services, path, { ...options, isDryRun: true })).toMatchObject({
      updated: 4,
      paused: 3,
    });
    expect([await stateOf("Bare"), await emailed()]).toEqual(["listed", []]);
    const { batchId = "", paused } = await importCars(test.services, path, options);
    expect([paused, await stateOf("Bare"), await stateOf("Kept")]).toEqual([3, "paused", "listed"]);
    expect(await emailed()).toEqual([
      { recipient: host.email, subject: "Your Bare is paused" },
      { recipient: many.email, subject: "2 of your cars are paused" },
    ]);
    // Only the host lists it again, and the undo isn't held up by the pause.
    await undoImport(test.services, batchId, "test");
    expect(await stateOf("Bare")).toBe("paused");
    expect((await carNamed("Bare"))?.images).toHaveLength(5);
  });

  it("a row with a minimum beyond its host's longest rental is refused alone", async () => {
    const host = await makePerson(test, { role: "host" });
    await makeHostCar(test, host.id, "listed", { name: "Short", plateNumber: "8HST010", maxRentDays: 60 });
    await makeHostCar(test, host.id, "listed", { name: "Long", plateNumber: "8HST011", maxRentDays: 90 });
    const file = [
      `${header},plateNumber,minRentDays`,
      `${row("Short")},8HST010,61`,
      `${row("Long")},8HST011,90`,
      `${row("Ours")},8HST012,400`,
    ].join("\n");
    const report = await importText(file);
    expect(report).toMatchObject({
      added: 1,
      updated: 1,
      errorDetails: ["Row 2: minRentDays must be a whole number from 30 to 60"],
      faults: [{ row: 2, column: "minRentDays", code: "not_a_number", values: { least: 30, most: 60 } }],
    });
    expect(
      await test.services.database.rows("select name, min_rent_days as days from cars order by name"),
    ).toEqual([
      { name: "Long", days: 90 },
      { name: "Ours", days: 400 },
      { name: "Short", days: 30 },
    ]);
  });

  it("a row with the plate of a car that waits for approval is refused", async () => {
    const host = await makePerson(test, { role: "host" });
    const id = await makeHostCar(test, host.id, "submitted", { plateNumber: "8HST006" });
    const report = await importText([owned, line("Same plate", "8HST-006", "")].join("\n"));
    expect(report).toMatchObject({ added: 0, updated: 0, errors: 1, faults: [{ code: "plate_claimed" }] });
    expect(await test.services.database.rows("select id, listing_state from cars")).toEqual([
      { id, listing_state: "submitted" },
    ]);
  });
});

describe("a car that is there already", () => {
  it("a car is found by its plate, however it is written, and gets the row's values", async () => {
    await importText(`${header},plateNumber,colour\n${row("One")},7ITW146,Red`);
    const before = await carNamed("One");
    expect(
      await importText(
        `${header},plateNumber,colour\n${row("Renamed", "Ford,Bronco,2020,SUV,800,Fremont,CA")},7itw 146,Blue`,
      ),
    ).toMatchObject({
      added: 0,
      updated: 1,
    });
    expect(await carNamed("Renamed")).toMatchObject({
      id: before?.id,
      model: "Bronco",
      year: 2020,
      monthly_price: 80_000,
      city: "Fremont",
      colour: "Blue",
    });
    const [audit] = await test.services.database.rows(
      "select actor, before, after from audit_events where action = 'updated'",
    );
    expect(audit).toMatchObject({
      actor: "test",
      before: { name: "One", monthlyPrice: 74_900, colour: "Red" },
      after: { name: "Renamed", monthlyPrice: 80_000, colour: "Blue" },
    });
  });

  it("a car without a plate is found by name, brand, model, year, city and state", async () => {
    await importText(`${header}\n${row("One")}`);
    const report = await importText(
      [
        header,
        row("ONE", "ford,escape,2019,SUV,800,san mateo,ca"),
        row("One", "Ford,Escape,2020,SUV,749,San Mateo,CA"),
        row("One", "Ford,Escape,2019,SUV,749,Fremont,CA"),
      ].join("\n"),
    );
    expect(report).toMatchObject({ added: 2, updated: 1 });
  });

  it("a car with a plate differs from one without", async () => {
    await importText(`${header},plateNumber\n${row("One")},7ITW146`);
    expect(await importText(`${header}\n${row("One")}`)).toMatchObject({ added: 1, updated: 0 });
  });

  it("a car keeps the fields whose columns the file lacks", async () => {
    await importText(
      `${header},colour,minRentDays,features,description,descriptionZh,insurance\n${row("One")},Red,60,5 seats|Sunroof,Fine,整洁,AAA`,
    );
    expect(
      await importText(`${header}\n${row("One", "Ford,Escape,2019,SUV,750,San Mateo,CA")}`),
    ).toMatchObject({ updated: 1 });
    expect(await carNamed("One")).toMatchObject({
      monthly_price: 75_000,
      colour: "Red",
      min_rent_days: 60,
      features: ["5 seats", "Sunroof"],
      description: "Fine",
      description_zh: "整洁",
      insurance: "AAA",
    });
  });

  it("a car loses the fields that a file empties with a dash", async () => {
    await importText(`${header},colour,descriptionZh\n${row("One")},Red,整洁`);
    const emptied = `${header},colour,descriptionZh\n${row("One")},-,-`;
    expect(await importText(emptied)).toMatchObject({ updated: 1 });
    expect(await carNamed("One")).toMatchObject({ colour: "", description_zh: null });
    expect(await importText(emptied)).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it("a retired car comes back by an import", async () => {
    await importText(`${header}\n${row("One")}`);
    await test.services.database.rows("update cars set retired_at = now()");
    expect(await importText(`${header}\n${row("One")}`)).toMatchObject({ updated: 1 });
    expect(await carNamed("One")).toMatchObject({ retired_at: null });
  });

  it.each(["CITROËN ÉLITE", "ÅKE", "特斯拉 Model Y", "ΣΊΣΥΦΟΣ", "Škoda"])(
    "a car is recognized under a name such as %s",
    async (name) => {
      expect(await importText(`${header}\n${row(name)}`)).toMatchObject({ added: 1 });
      expect(
        await importText(`${header}\n${row(name, "Ford,Escape,2019,SUV,750,San Mateo,CA")}`),
      ).toMatchObject({ updated: 1, errors: 0 });
    },
  );
});
