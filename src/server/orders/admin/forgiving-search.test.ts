import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsIn } from "#server/db/rows-in.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { callAs } from "#test/client.ts";
import { foldText } from "#domain/fold-text.ts";
import { wireMoney } from "#domain/money.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";
import { names, namesByScript } from "#test/names.ts";

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await makePerson(test, { role: "admin", permissions: ["manage_users", "manage_cars"] });
});
afterAll(() => test.close());

async function place(customerName: string, customerPhone = renter.customerPhone): Promise<string> {
  const wanted = { carId: await makeCar(test), ...aMonth(test, 10, 1) };
  const totalPrice = wireMoney(carPrice(75_000, wanted).total);
  const order = { ...renter, customerName, customerPhone, ...wanted, totalPrice };
  const answer = await test.app.inject({ method: "POST", url: "/api/bookings", payload: order });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}
const idsIn = async (url: string, search: string, parameter = "search"): Promise<string[]> => {
  const answer = await callAs(test, admin, "GET", `${url}${parameter}=${encodeURIComponent(search)}`);
  return answer.json<{ id: string }[]>().map(({ id }) => id);
};

/** A name as it is stored, and what people type when they look for it. */
const spellings: [string, string[]][] = [
  ["Nguyễn Thị Ánh", ["Nguyen", "nguyễn", "thi anh", "NGUYEN"]],
  ["Łukasz Żółć", ["Lukasz", "zolc", "łukasz"]],
  ["Seán O'Brien", ["O’Brien", "O'Brien", "sean obrien", "Oʼbrien"]],
  ["龍陳穎", ["龙陈", "龍陳", "颖"]],
  ["苏轼", ["蘇軾", "轼"]],
  ["Ḿarta Sørensen", ["marta", "sorensen", "Ｓｏｒｅｎｓｅｎ"]],
  ["Jürgen Weiß", ["jurgen", "weiss"]],
  ["Семён Ковалёв", ["семен", "КОВАЛЕВ"]],
  ["أحمد علي", ["احمد", "علی"]],
  ["龘 靐", ["龘靐", "龘 靐"]],
  ["齉灪·史密斯", ["齉灪•史密斯", "齉灪・史密斯", "齉灪"]],
];

describe("the back office's search", () => {
  it.each(spellings)(
    "the search finds the orders of %s however the name is typed",
    async (name, searches) => {
      const id = await place(name);
      for (const search of searches)
        expect([search, await idsIn("/api/admin/orders?", search)]).toEqual([search, [id]]);
    },
  );

  it("the search finds a name in any script, as typed, folded, and by its last word", async () => {
    expect(Object.keys(namesByScript).length).toBeGreaterThan(15);
    expect(names.length).toBeGreaterThan(40);
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, await place(name));
    const missed: [string, string][] = [];
    for (const name of names)
      for (const search of new Set([
        name,
        foldText(name),
        name.normalize("NFD"),
        name.split(" ").at(-1) ?? name,
      ]))
        if (!(await idsIn("/api/admin/orders?limit=100&", search)).includes(ids.get(name) ?? ""))
          missed.push([name, search]);
    expect(missed).toEqual([]);
  });

  it("the search finds a telephone number however it was stored and is typed", async () => {
    const stored = [
      "+1 (415) 555-0100",
      "4155550100",
      "＋１（４１５）５５５－０１００",
      "\u202a+1 415 555 0100\u202c",
    ];
    const ids: string[] = [];
    for (const [at, phone] of stored.entries()) ids.push(await place(`Phone ${at}`, phone));
    for (const search of [
      "+1 (415) 555-0100",
      "4155550100",
      "14155550100",
      "415-555-0100",
      "415.555.0100",
      "（４１５）５５５－０１００",
      "415/555/0100",
      "415·555·0100",
      "tel:+14155550100",
      "(415) 555-0100 ext. 12",
      "415-555-0100 x7",
      "+1-415-555-0100;ext=12",
      "Tel. 415-555-0100",
      "cell 415-555-0100",
      "电话：415-555-0100",
      "415 555 0100 (mobile)",
      "Phone 415-555-0100",
      "5550100",
      "+1 415 555 0",
    ])
      expect([search, (await idsIn("/api/admin/orders?", search)).toSorted()]).toEqual([
        search,
        ids.toSorted(),
      ]);
  });

  it.each(spellings)(
    "the search finds the account of %s however the name is typed",
    async (name, searches) => {
      const { id } = await makePerson(test);
      await test.services.database.rows(
        "update accounts set full_name = $2, phone = '+14155550177' where id = $1",
        [id, name],
      );
      for (const search of searches)
        expect([search, await idsIn("/api/admin/users?", search)]).toEqual([search, [id]]);
      expect(await idsIn("/api/admin/users?", "(415) 555-0177")).toContain(id);
    },
  );

  it.each(spellings)(
    "the search finds the name of %s in a conversation, and in its subject",
    async (name, searches) => {
      const person = await makePerson(test);
      const [text, subject] = [crypto.randomUUID(), crypto.randomUUID()];
      for (const [id, words] of [
        [text, { subject: "A question", text: `Ask for ${name}.` }],
        [subject, { subject: name, text: "A question" }],
      ] as const)
        await callAs(test, person, "POST", "/api/conversations", {
          id,
          subject: words.subject,
          message: { id: crypto.randomUUID(), text: words.text },
        });
      for (const search of searches)
        expect([search, (await idsIn("/api/admin/conversations?", search)).toSorted()]).toEqual([
          search,
          [text, subject].toSorted(),
        ]);
    },
  );

  it("the search finds cars with accents, and in traditional characters", async () => {
    const id = await makeCar(test, { name: "Citroën Ami", brand: "Citroën", model: "Ami" });
    expect(await idsIn("/api/admin/cars?", "citroen", "q")).toEqual([id]);
    expect(await idsIn("/api/admin/cars?", "Ｃｉｔｒｏëｎ", "q")).toEqual([id]);
    const toyota = await makeCar(test, { name: "Toyota Sienna", brand: "Toyota", model: "Sienna" });
    expect(await idsIn("/api/admin/cars?limit=100&", "豐田", "q")).toContain(toyota);
  });

  it("the search uses the index", async () => {
    const plan = await test.services.database.transaction(async (tx) => {
      await rowsIn(tx)("set local enable_seqscan = off");
      return rowsIn(tx)("explain select id from orders where search_text like '%nguyen%'");
    });
    expect(JSON.stringify(plan)).toContain("orders_search");
  });
});
