import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPassword } from "../accounts.ts";
import { startTestApp, type TestApp } from "../app.ts";

// Two people write the same thing at once. Whatever key of whatever table stops the second, the answer says that
// the thing exists already, and never that our product or its tables failed.
describe("a unique key that is already taken", () => {
  let test: TestApp;
  let keys: string[];
  beforeAll(async () => {
    test = await startTestApp();
    const found = await test.services.database.rows<{ name: string }>(
      `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace where i.indisunique and n.nspname = 'public' order by 1`,
    );
    keys = found.map(({ name }) => name);
    // Each insert fails as if it broke the unique key whose name is before the @ of the address.
    for (const [table, address] of [
      ["email_subscriptions", "email"],
      ["sign_ups", "recipient"],
    ]) {
      await test.services.database
        .rows(`create function stop_${table}() returns trigger language plpgsql as $$ begin
          raise unique_violation using constraint = split_part(new.${address}, '@', 1), message = 'duplicate key'; end $$`);
      await test.services.database.rows(
        `create trigger is_there before insert on ${table} for each row execute function stop_${table}()`,
      );
    }
  });
  afterAll(() => test.close());

  it("a taken unique key is answered as a conflict, for every key there is", async () => {
    expect(keys.length).toBeGreaterThan(60);
    const answers = await Promise.all(
      keys.map(async (name) => {
        const answer = await test.app.inject({
          method: "POST",
          url: "/api/email-subscriptions",
          payload: { email: `${name}@mail.example`, source: "promo_modal" },
        });
        return [name, answer.statusCode, answer.body.includes(name)];
      }),
    );
    expect(answers).toEqual(keys.map((name) => [name, 409, false]));
  });

  it("a taken unique key is answered as a conflict in the sign-in service", async () => {
    for (const name of ["users_email", "users_phone", "users_pkey", "profiles_username_key", "orders_pkey"]) {
      expect(keys).toContain(name);
      const answer = await test.app.inject({
        method: "POST",
        url: "/auth/v1/signup",
        headers: { apikey: "longbay" },
        payload: { email: `${name}@mail.example`, password: testPassword },
      });
      expect([name, [409, 422].includes(answer.statusCode)]).toEqual([name, true]);
      expect(answer.body).not.toContain(name);
    }
  });
});
