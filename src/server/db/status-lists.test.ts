import { globSync, readFileSync } from "node:fs";
import { getTableColumns, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { refundStatuses } from "#domain/payments/payments.ts";

const schema = import.meta.glob<Record<string, unknown>>("./schema/**/*.ts", { eager: true });
/** Every status that a row of any table can have. */
const knownStatuses = Object.values(schema)
  .flatMap((file) => Object.values(file))
  .flatMap((table) => (is(table, PgTable) ? (getTableColumns(table)["status"]?.enumValues ?? []) : []));

const sources = globSync("src/{server,gotrue}/**/*.ts").filter((file) => !/\.test\.ts$|paraglide/.test(file));

it("SQL takes lists of statuses of orders and refunds only from the domain", () => {
  const spelled = [...orderStatuses, ...refundStatuses.slice(0, 3)].join("|");
  const list = new RegExp(String.raw`\bstatus\}? (?:not )?in \('(?:${spelled})'`);
  const either = new RegExp(
    String.raw`\bstatus\}? = '(?:${spelled})'[^'\`;]{0,90}\bor\b[^'\`;]{0,40}\bstatus\}? = '(?:${spelled})'`,
  );
  const found = sources.filter((file) => {
    const text = readFileSync(file, "utf8");
    return list.test(text) || either.test(text);
  });
  expect(found.map((file) => file.replaceAll("\\", "/"))).toEqual([]);
});

it("query builders take lists of refund statuses only from the domain", () => {
  const list = /(?:inArray\(refunds\.status, |oneOf\("refunds\.status", )\["/;
  const found = sources.filter((file) => list.test(readFileSync(file, "utf8")));
  expect(found.map((file) => file.replaceAll("\\", "/"))).toEqual([]);
});

it("no query names a status that an order can't have", () => {
  const asked = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\borders?\.status\}? (?:=|<>) '(\w+)'/g)].map(
      ([, status]) => status,
    ),
  );
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((status) => !orderStatuses.some((known) => known === status))).toEqual([]);
});

it("no query names a status that no table has", () => {
  expect(knownStatuses).toEqual(expect.arrayContaining([...orderStatuses, ...refundStatuses]));
  const named = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bstatus"?\}? (?:=|<>|!=) '(\w+)'/g)].map(
      ([, status = ""]) => status,
    ),
  );
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((status) => !knownStatuses.includes(status))).toEqual([]);
});
