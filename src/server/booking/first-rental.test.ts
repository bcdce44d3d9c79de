// @one-database
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailboxOf, phoneKey } from "#domain/people/same-person.ts";
import { wireMoney } from "#domain/money.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { aMonth, makeCar, renter } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const rows = <Row>(text: string, values: unknown[] = []) => test.services.database.rows<Row>(text, values);

type WantedOrder = { email: string; phone: string; promo?: string; person?: Person };
async function order({ email, phone, promo, person }: WantedOrder) {
  const dates = aMonth(test);
  return test.app.inject({
    method: "POST",
    url: "/api/bookings",
    headers: person?.authorization ?? {},
    payload: {
      ...renter,
      ...dates,
      carId: await makeCar(test),
      customerEmail: email,
      customerPhone: phone,
      totalPrice: wireMoney(carPrice(75_000, dates, { promo: promo ? promoValue : 0 }).total),
      ...(promo && { promo }),
    },
  });
}
const addCode = (code: string, email: string) =>
  rows("insert into promo_codes (code, email) values ($1, $2)", [code, email]);

it.each([
  ["the same address spelled with a plus", { email: "wei.first+again@gmail.com", phone: "+1 650 555 0201" }],
  [
    "the same address spelled with other dots",
    { email: "w.eifirst@googlemail.com", phone: "+1 650 555 0202" },
  ],
  [
    "the same telephone number without its country",
    { email: "another@example.com", phone: "(650) 555-0200" },
  ],
])("a first rental counts once for a person, who is recognized by %s", async (name, second) => {
  await rows("update orders set status = 'cancelled'");
  await rows("delete from promo_codes");
  const first = { email: "wei.first@gmail.com", phone: "+1 650 555 0200" };
  await addCode("ONE", first.email);
  await addCode("TWO", second.email);
  expect((await order({ ...first, promo: "ONE" })).statusCode, name).toBe(201);
  expect(refusalOf(await order({ ...second, promo: "TWO" }))).toMatchObject({
    status: 422,
    code: "promo_refused",
  });
});

it("an account has one first rental, whatever address and number it orders with", async () => {
  const person = await makePerson(test);
  await addCode("OTHERS", "somebody.else@example.com");
  await order({ email: person.email, phone: "+1 650 555 0301", person });
  const again = { email: "somebody.else@example.com", phone: "+1 650 555 0302", promo: "OTHERS", person };
  expect(refusalOf(await order(again))).toMatchObject({ code: "promo_refused" });
});

it("two codes of one person in simultaneous orders give one discount", async () => {
  const emails = ["twice+a@example.com", "twice+b@example.com"];
  for (const [at, email] of emails.entries()) await addCode(`TWICE${at}`, email);
  const answers = await Promise.all(
    emails.map((email, at) => order({ email, phone: `+1 650 555 040${at}`, promo: `TWICE${at}` })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(1);
});

it("an unconfirmed order with somebody's address is not that person's first rental", async () => {
  const email = "not.mine@example.com";
  await addCode("MINE", email);
  expect((await order({ email, phone: "+1 650 555 0501" })).statusCode).toBe(201);
  expect((await order({ email, phone: "+1 650 555 0502", promo: "MINE" })).statusCode).toBe(201);
});

it("the database recognizes a person by the same rules as the domain", async () => {
  const emails = [
    "A.B+c@Example.com",
    "a.b.c+d@GMAIL.com",
    "x@googlemail.com",
    "+x@y.example",
    "none",
    " a@b.example ",
  ];
  const phones = ["+1 (650) 555-0134", "0086 138 1234 5678", "911", "", "13812345678"];
  const found = await rows<{ mailbox: string }>(
    "select mailbox_of(x) as mailbox from unnest($1::text[]) as x",
    [emails],
  );
  expect(found.map(({ mailbox }) => mailbox)).toEqual(emails.map(mailboxOf));
  const keys = await rows<{ key: string | null }>("select phone_key(x) as key from unnest($1::text[]) as x", [
    phones,
  ]);
  expect(keys.map(({ key }) => key)).toEqual(phones.map(phoneKey));
});
