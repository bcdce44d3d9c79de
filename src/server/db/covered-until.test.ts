import { afterAll, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { coveredUntil as coveredUntilOf } from "#domain/papers/insurance-proofs.ts";
import { startTestApp } from "#test/app.ts";
import { chanceOf } from "#test/random-rentals.ts";
import { coveredUntil } from "./covered-until.ts";

const test = await startTestApp();
afterAll(() => test.close());

/** A rental's proofs close to one another: some touch, some overlap, some leave a gap, some aren't verified. */
function someProofs(pickup: string) {
  const chance = chanceOf(7);
  return Array.from({ length: 1500 }, () =>
    Array.from({ length: chance.upTo(5) }, () => {
      const validFrom = addDays(pickup, chance.upTo(30) - 12);
      const validUntil = addDays(validFrom, chance.upTo(12));
      return { validFrom, validUntil, state: chance.of(["verified", "verified", "verified", "declined"]) };
    }),
  );
}

it("SQL and the domain agree until which day proofs of insurance cover a rental", async () => {
  const pickup = "2027-03-10";
  const rentals = someProofs(pickup);
  const found = await test.services.database.rows<{ until: string | null }>(
    `with insurance_proofs as (
       select * from jsonb_to_recordset($1::jsonb) as one (order_id integer, state text, valid_from date, valid_until date)
     ), orders as (select id, $2::date as pickup_date from generate_series(0, $3::integer) as id)
     select ${coveredUntil}::text as until from orders order by id`,
    [
      JSON.stringify(
        rentals.flatMap((proofs, order_id) =>
          proofs.map(({ state, validFrom: valid_from, validUntil: valid_until }) => ({
            order_id,
            state,
            valid_from,
            valid_until,
          })),
        ),
      ),
      pickup,
      rentals.length - 1,
    ],
  );
  expect(found.map(({ until }) => until ?? undefined)).toEqual(
    rentals.map((proofs) =>
      coveredUntilOf(
        proofs.filter(({ state }) => state === "verified"),
        pickup,
      ),
    ),
  );
});
