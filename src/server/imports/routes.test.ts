import { readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CarsImported } from "#contract/admin/imports.ts";
import { makePerson } from "#test/accounts.ts";
import { startTestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { multipart } from "#test/multipart.ts";

const test = await startTestApp();
afterAll(test.close);
const admin = await makePerson(test, { role: "admin", permissions: ["upload_data"] });

const header = "name,brand,model,year,category,monthlyPrice,city,state,plateNumber";
const row = (name: string, price = "749.00", plate = "") =>
  `${name},Ford,Escape,2019,SUV,${price},San Mateo,CA,${plate}`;

async function upload(
  lines: string[] | Buffer,
  query = "",
  file: { name?: string; type?: string; field?: string; cookie?: string } = {},
) {
  const content = Array.isArray(lines) ? lines.join("\n") : lines;
  const { payload, headers } = await multipart([
    { field: file.field ?? "file", name: file.name ?? "cars.csv", type: file.type ?? "text/csv", content },
  ]);
  return test.app.inject({
    method: "POST",
    url: `/api/admin/upload-csv${query}`,
    payload,
    headers: { ...headers, ...admin.authorization, ...(file.cookie && { cookie: file.cookie }) },
  });
}
async function report(...sent: Parameters<typeof upload>): Promise<CarsImported> {
  const answer = await upload(...sent);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const rows = (text: string) => test.services.database.rows<Record<string, unknown>>(text);

describe("many files over one connection", () => {
  it("many uploads over one connection leave no listeners on it", async () => {
    const address = new URL(await test.app.listen({ port: 0 }));
    const sockets = new Set<Socket>();
    test.app.server.on("connection", (socket: Socket) => sockets.add(socket));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { payload, headers } = await multipart([
      { field: "file", name: "cars.csv", type: "text/csv", content: `${header}\n${row("Same")}` },
    ]);
    const send = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const sending = request(new URL("/api/admin/upload-csv?dryRun=true", address), {
          agent,
          method: "POST",
          headers: { ...headers, ...admin.authorization, "content-length": payload.length },
        });
        sending.on("response", (answer) => answer.resume().on("end", () => resolve(answer.statusCode)));
        sending.on("error", reject).end(payload);
      });
    const listeners = () => [...sockets].map((socket) => socket.listenerCount("close"));
    expect(await send()).toBe(200);
    const once = listeners();
    for (let time = 0; time < 3; time++) expect(await send()).toBe(200);
    expect(listeners()).toEqual(once);
    agent.destroy();
  });
});

describe("a CSV file of cars", () => {
  const file = [
    header,
    row("One", "749.00", "7AAA111"),
    row("Bad", "$5"),
    row("Two"),
    row("Three", "600.00", "7BBB222"),
    row("Again", "1.00", "7aaa-111"),
  ];

  it("a dry run shows what the file would do and writes nothing", async () => {
    const looked = await report(file, "?dryRun=true");
    expect(looked).toMatchObject({ dryRun: true, processed: 5, added: 3, updated: 0, errors: 2 });
    expect(looked.errorDetails).toEqual([
      expect.stringMatching(/^Row 3: monthlyPrice must be US dollars/),
      "Row 6: is the same car as row 2",
    ]);
    expect(looked.preview.map(({ row, what, name }) => [row, what, name])).toEqual([
      [2, "add", "One"],
      [4, "add", "Two"],
      [5, "add", "Three"],
    ]);
    expect(await rows("select count(*)::int as count from cars")).toEqual([{ count: 0 }]);
    expect(await rows("select count(*)::int as count from import_batches")).toEqual([{ count: 0 }]);
  });

  it("a file's errors are in the reader's language", async () => {
    const wrong = [
      header,
      row("Bad", "$5"),
      row("One", "1.00", "7ccc111"),
      row("Two", "1.00", "7ccc111"),
      row('"Open'),
    ];
    expect((await report(wrong, "?dryRun=true", { cookie: "language=zh" })).errorDetails).toEqual([
      "第 2 行：monthlyPrice 须为美元金额，如 749.00，大于 0 且不超过 100,000",
      "第 4 行：与第 3 行是同一辆车",
      expect.stringMatching(/^第 5 行：无法读取/),
    ]);
  });

  it("a file is written with an audit entry, and adds nothing when sent again", async () => {
    const done = await report(file);
    expect(done).toMatchObject({ dryRun: false, processed: 5, added: 3, updated: 0, errors: 2, preview: [] });
    const [batch] = await rows(
      `select rows, car_ids, actor, file_name from import_batches where id = '${done.batchId}'`,
    );
    expect(batch).toMatchObject({ rows: [2, 4, 5], actor: admin.id, file_name: "cars.csv" });
    expect(await rows("select name from cars order by name")).toEqual([
      { name: "One" },
      { name: "Three" },
      { name: "Two" },
    ]);
    expect(
      await rows("select actor, entity_id, action, after from audit_events where entity = 'import'"),
    ).toEqual([
      {
        actor: admin.id,
        entity_id: done.batchId,
        action: "imported",
        after: { file: "cars.csv", added: 3, updated: 0 },
      },
    ]);
    expect(await report(file)).toMatchObject({ added: 0, updated: 0, unchanged: 3, errors: 2 });
  });

  it("each change is shown and written with its old and new value, and a retired car comes back", async () => {
    await rows("update cars set retired_at = now() where name = 'Two'");
    const changed = [header, row("One", "699.00", "7AAA111"), row("Two"), row("Three", "600.00", "7BBB222")];
    const looked = await report(changed, "?dryRun=true");
    expect(looked.preview).toMatchObject([
      { row: 2, what: "update", changes: [{ field: "monthlyPrice", before: "749.00", after: "699.00" }] },
      { row: 3, what: "update", changes: [] },
    ]);
    expect(await report(changed)).toMatchObject({ added: 0, updated: 2, unchanged: 1 });
    expect(
      await rows("select monthly_price, retired_at from cars where name in ('One', 'Two') order by name"),
    ).toEqual([
      { monthly_price: 69900, retired_at: null },
      { monthly_price: 74900, retired_at: null },
    ]);
    expect(
      await rows("select before, after from audit_events where action = 'updated' and before is not null"),
    ).toEqual([
      { before: { monthlyPrice: 74900 }, after: { monthlyPrice: 69900 } },
      { before: { retiredAt: expect.any(String) }, after: { retiredAt: null } },
    ]);
  });

  it("backslashes, tabs, quotes, braces, Chinese and emoji are kept in texts and lists", async () => {
    const name = String.raw`Ford \N "X" {a,b} 福特 😀`;
    const csv = `${header},features,description\n"${name.replaceAll('"', '""')}",Ford,Escape,2020,SUV,500,Fremont,CA,,"a\\b|""c"",d|{e}","tab\there\nline \\. end"`;
    expect(await report(Buffer.from(csv))).toMatchObject({ added: 1, errors: 0 });
    expect(await rows("select name, features, description from cars where year = 2020")).toEqual([
      { name, features: [String.raw`a\b`, '"c",d', "{e}"], description: "tab\there\nline \\. end" },
    ]);
  });

  it.each([
    [
      "a spreadsheet",
      { name: "cars.xlsx", type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
      "Please select a CSV file",
    ],
    [
      "a CSV file by name alone, of another kind",
      { name: "cars.csv", type: "image/png" },
      "Please select a CSV file",
    ],
    ["in another field", { field: "files" }, "Please select a CSV file to upload"],
  ])("a file sent as %s is refused", async (_name, sent, message) => {
    const answer = await upload(file, "", sent);
    expect([refusalOf(answer).status, answer.json<{ message: string }>().message]).toEqual([422, message]);
  });

  it("a file under Windows's name for CSV is accepted", async () => {
    expect((await upload(file, "", { type: "application/vnd.ms-excel" })).statusCode).toBe(200);
  });

  it.each([
    ["nothing", Buffer.alloc(0), /empty/],
    ["no header", Buffer.from("1,2,3\n4,5,6"), /is missing name/],
    ["a column twice", Buffer.from(`${header},name\n`), /name appears twice/],
    [
      "bytes of a picture",
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]),
      /is missing name|not a text file/,
    ],
  ])("a file with %s is refused in a sentence and deleted", async (_name, content, sentence) => {
    const answer = await upload(content);
    expect([refusalOf(answer).status, refusalOf(answer).code]).toEqual([422, "file_refused"]);
    expect(answer.json<{ message: string }>().message).toMatch(sentence);
    expect(await readdir(join(test.services.config.dataDir, "uploads"))).toEqual([]);
  });

  it("a file with hostile headers and cells is read as text", async () => {
    const csv = [
      `${header},__proto__,constructor,=cmd`,
      `${row("=1+1")},polluted,x,y`,
      `${row("<img src=x>")},,,`,
      `${row("\u202eevil")},,,`,
      `Nul\u0000,Ford,Escape,2019,SUV,749,San Mateo,CA,,,,`,
      `${"x".repeat(300_000)},Ford,Escape,2019,SUV,749,San Mateo,CA,,,,`,
    ];
    const done = await report(csv);
    expect(done.errorDetails.map((detail) => /^Row (\d+)/.exec(detail)?.[1])).toEqual(
      expect.arrayContaining(["3", "5", "6"]),
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await rows("select name from cars where name like '=%'")).toEqual([{ name: "=1+1" }]);
  });
});
