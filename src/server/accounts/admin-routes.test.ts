import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AccountEvent, AdminUser, AdminUserDetail, HostApplication } from "#contract/admin/accounts.ts";
import type { Permission } from "#domain/people/permissions.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { makePerson, type Person, testPassword } from "#test/accounts.ts";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { refusalOf } from "#test/client.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { emailsTo, emailTo, linkIn } from "#test/emails.ts";

let test: TestApp;
let boss: Person;
beforeAll(async () => {
  test = await startTestApp();
  boss = await makePerson(test, { role: "admin", permissions: ["all"] });
});
afterAll(() => test.close());

const call = (person: Person, method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
  test.app.inject({ method, url, headers: person.authorization, ...(payload && { payload }) });
const users = async (query: Record<string, string>) =>
  (await call(boss, "GET", `/api/admin/users?${new URLSearchParams(query)}`)).json<AdminUser[]>();
const detail = async (id: string) =>
  (await call(boss, "GET", `/api/admin/users/${id}`)).json<AdminUserDetail>();
const named = async (person: Person, fullName: string) => {
  await test.services.database.rows("update accounts set full_name = $2 where id = $1", [
    person.id,
    fullName,
  ]);
  return person;
};
const admin = (...permissions: Permission[]) => makePerson(test, { role: "admin", permissions });
const history = async (id: string): Promise<[AccountEvent["action"], string | null][]> =>
  (await detail(id)).history.map(({ action, reason }) => [action, reason]);

describe("the list of users", () => {
  it("a search finds people by the words of their name, address or phone number", async () => {
    const person = await named(
      await makePerson(test, { email: "quillfeather@example.com" }),
      "Xanthe 100%_sure",
    );
    const ids = async (search: string) => (await users({ search })).map(({ id }) => id);
    for (const search of ["quillfeather@exam", "xanthe", "XANTHE", "xa", "0%_s", "Xanthe 100%_sure"])
      expect(await ids(search), search).toEqual([person.id]);
    for (const search of ["an", "1__", "%", "_", "100%sure", "\\"])
      expect(await ids(search), search).not.toContain(person.id);
    await test.services.database.rows(
      "update accounts set full_name = '魏琳', phone = '+1 650 555 0199' where id = $1",
      [person.id],
    );
    for (const search of ["魏", "魏琳", "555 0199"]) expect(await ids(search), search).toEqual([person.id]);
  });

  it("paging shows every user exactly once and counts them all", async () => {
    const hosts = [];
    for (let at = 0; at < 5; at++) hosts.push((await makePerson(test, { role: "host" })).id);
    const seen: string[] = [];
    let url = "/api/admin/users?role=host&limit=2";
    for (let page = 0; url !== ""; page++) {
      expect(page).toBeLessThan(5);
      const answer = await call(boss, "GET", url);
      expect(answer.headers["x-total-count"]).toBe("5");
      seen.push(...answer.json<AdminUser[]>().map(({ id }) => id));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ""))?.[1] ?? "";
    }
    expect(seen).toEqual(hosts.toReversed());
  });

  it("an administrator with only view_admin sees administrators and no other people", async () => {
    const [viewer, customer] = [await admin("view_admin"), await makePerson(test)];
    for (const query of ["", "?role=customer", "?role=admin"]) {
      const found = (await call(viewer, "GET", `/api/admin/users${query}`)).json<AdminUser[]>();
      expect(new Set(found.map(({ role }) => role)), query).toEqual(new Set(["admin"]));
    }
    for (const url of [
      `/api/admin/users/${customer.id}`,
      `/api/admin/users/${boss.id}`,
      "/api/admin/invitations",
      "/api/admin/host-applications",
    ])
      expect((await call(viewer, "GET", url)).statusCode, url).toBe(403);
  });

  it("the list refuses invalid filters and takes any text as a search", async () => {
    for (const query of ["role=owner", "limit=0", "limit=101", "cursor=x", "search=%00"])
      expect((await call(boss, "GET", `/api/admin/users?${query}`)).statusCode, query).toBe(400);
    for (const search of hostileStrings.slice(0, 60)) {
      const answer = await call(boss, "GET", `/api/admin/users?${new URLSearchParams({ search })}`);
      expect([200, 400], search).toContain(answer.statusCode);
    }
  });

  it("a person's page shows their details and no password", async () => {
    const person = await makePerson(test, { role: "admin", permissions: ["all"] });
    const history = await detail(person.id);
    expect(history).toMatchObject({
      id: person.id,
      permissions: ["all", "all_permissions"],
      sessions: 1,
      orders: 0,
      hasSecondStep: false,
    });
    expect(history.history.map(({ action }) => action)).toEqual(["opened"]);
    expect(JSON.stringify(history)).not.toMatch(/argon2|password/i);
    await test.services.database.rows("update accounts set role = 'customer' where id = $1", [person.id]);
    for (const id of [crypto.randomUUID(), "nobody", "1' or 1=1"])
      expect(refusalOf(await call(boss, "GET", `/api/admin/users/${encodeURIComponent(id)}`))).toMatchObject({
        status: 404,
        code: "account_not_found",
      });
  });
});

describe("roles and permissions", () => {
  const setRole = (by: Person, of: Person, role: string, permissions: string[] = [], reason?: string) =>
    call(by, "PUT", `/api/admin/users/${of.id}/role`, { role, permissions, reason });

  it("a new role counts from the next request on and is audited", async () => {
    const person = await makePerson(test);
    const answer = await setRole(
      boss,
      person,
      "admin",
      ["view_reports", "manage_users", "view_reports"],
      "runs the desk",
    );
    expect(answer.json()).toMatchObject({ role: "admin", permissions: ["manage_users", "view_reports"] });
    expect((await call(person, "GET", "/api/admin/users")).statusCode).toBe(200);
    expect((await setRole(boss, person, "customer", ["all"])).json()).toMatchObject({
      role: "customer",
      permissions: [],
    });
    expect((await call(person, "GET", "/api/admin/users")).statusCode).toBe(403);
    const [lowered, raised] = (await detail(person.id)).history;
    expect(raised).toMatchObject({
      action: "role",
      reason: "runs the desk",
      from: { role: "customer" },
      to: { role: "admin", permissions: ["manage_users", "view_reports"] },
    });
    expect(lowered).toMatchObject({
      action: "role",
      from: { role: "admin" },
      to: { role: "customer", permissions: [] },
    });
  });

  it("an outdated form can't restore removed permissions, and a repeated save changes nothing", async () => {
    const person = await admin("manage_cars", "manage_users");
    const seen = { role: "admin", permissions: ["manage_cars", "manage_users"], isReadOnly: false };
    const save = (permissions: string[], before?: object) =>
      call(boss, "PUT", `/api/admin/users/${person.id}/role`, {
        role: "admin",
        permissions,
        isReadOnly: false,
        seen: before,
      });
    expect((await save(["manage_cars"], seen)).statusCode).toBe(200);
    expect((await save(["manage_cars"], seen)).statusCode).toBe(200);
    const added = ["manage_cars", "manage_users", "upload_data"];
    expect(refusalOf(await save(added, seen))).toMatchObject({ status: 412, code: "stale" });
    expect(await detail(person.id)).toMatchObject({ permissions: ["manage_cars"] });
    expect(
      (await save(["upload_data", "manage_cars"], { ...seen, permissions: ["manage_cars"] })).statusCode,
    ).toBe(200);
    // A request without the rights that its sender saw is not compared with the present ones.
    expect((await save(["manage_cars"])).statusCode).toBe(200);
    expect((await history(person.id)).filter(([action]) => action === "role")).toHaveLength(3);
  });

  it.runIf(databaseKind === "postgres")(
    "permissions that a colleague is just changing survive a change of the read-only mark",
    async () => {
      const person = await admin("manage_cars", "manage_users");
      const { database } = test.services;
      const [taken, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const taking = database.transaction(async (tx) => {
        await tx
          .update(accounts)
          .set({ permissions: ["manage_cars"] })
          .where(eq(accounts.id, person.id));
        taken.resolve();
        await waited.promise;
      });
      await taken.promise;
      const switched = call(boss, "PUT", `/api/admin/users/${person.id}`, { isReadOnly: true });
      await vi.waitFor(async () => {
        const waiting = await database.rows(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%\"accounts\"%for update%' and datname = current_database()",
          [],
        );
        expect(waiting).toHaveLength(1);
      }, 5000);
      waited.resolve();
      await taking;
      expect((await switched).json()).toMatchObject({ permissions: ["manage_cars"], isReadOnly: true });
    },
  );

  it("saving either full-access permission stores both all and all_permissions", async () => {
    const person = await makePerson(test);
    expect((await setRole(boss, person, "admin", ["all_permissions", "manage_cars"])).json()).toMatchObject({
      permissions: ["all", "all_permissions"],
    });
    const [kept] = await test.services.database.rows("select permissions from accounts where id = $1", [
      person.id,
    ]);
    expect(kept).toEqual({ permissions: ["all", "all_permissions"] });
    await setRole(boss, person, "customer");
  });

  it("an administrator changes neither their own permissions nor grants more than they hold", async () => {
    const [manager, cars, customer] = [
      await admin("manage_users"),
      await admin("manage_cars"),
      await makePerson(test),
    ];
    const refused: [Person, Person, string, string[]][] = [
      [manager, manager, "admin", ["all"]],
      [boss, boss, "customer", []],
      [manager, customer, "admin", ["manage_cars"]],
      [manager, customer, "admin", ["all_permissions"]],
      [manager, cars, "customer", []],
      [manager, boss, "customer", []],
      [cars, customer, "host", []],
    ];
    for (const [by, of, role, permissions] of refused)
      expect(
        refusalOf(await setRole(by, of, role, permissions)),
        `${by.email} ${role} ${permissions.join()}`,
      ).toMatchObject({
        status: 403,
        code: "forbidden",
      });
    expect((await setRole(manager, customer, "admin", ["manage_users"])).statusCode).toBe(200);
    expect((await setRole(manager, await makePerson(test), "host")).statusCode).toBe(200);
    expect(refusalOf(await setRole(boss, customer, "owner"))).toMatchObject({
      status: 422,
      fields: ["role"],
    });
    expect(refusalOf(await setRole(boss, customer, "admin", ["everything"]))).toMatchObject({ status: 422 });
  });

  it("two simultaneous changes can't remove the last full administrator", async () => {
    const other = await startTestApp();
    try {
      const [one, two] = [
        await makePerson(other, { role: "admin", permissions: ["all"] }),
        await makePerson(other, { role: "admin", permissions: ["all_permissions"] }),
      ];
      await makePerson(other, { role: "admin", permissions: ["all"], isSuspended: true });
      const lower = (by: Person, of: Person) =>
        other.app.inject({
          method: "PUT",
          url: `/api/admin/users/${of.id}/role`,
          headers: by.authorization,
          payload: { role: "customer" },
        });
      const both = await Promise.all([lower(one, two), lower(two, one)]);
      expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const left = both[0]?.statusCode === 200 ? one : two;
      const [counted] = await other.services.database.rows<{ left: string[] }>(
        "select array_agg(id::text) as left from accounts where role = 'admin' and suspended_at is null and permissions && '{all,all_permissions}'",
      );
      expect(counted?.left).toEqual([left.id]);
    } finally {
      await other.close();
    }
  });
});

describe("suspending", () => {
  const suspend = (by: Person, of: Person, reason = "Unpaid tolls") =>
    call(by, "POST", `/api/admin/users/${of.id}/suspend`, { reason });
  const restore = (by: Person, of: Person) => call(by, "POST", `/api/admin/users/${of.id}/restore`, {});
  const logIn = (of: Person) =>
    test.app.inject({
      method: "POST",
      url: "/api/auth/login",
      payload: { email: of.email, password: testPassword },
    });

  it("a suspension ends the sessions at once, sends an email, and can be lifted", async () => {
    const person = await makePerson(test);
    await test.services.database.rows("update users set language = 'zh' where id = $1", [person.id]);
    const answer = await suspend(boss, person);
    expect(answer.json<AdminUser>().suspendedAt).not.toBeNull();
    expect((await call(person, "GET", "/api/auth/user")).statusCode).toBe(401);
    const refreshed = await test.app.inject({
      method: "POST",
      url: "/auth/v1/token?grant_type=refresh_token",
      payload: { refresh_token: person.refreshToken },
    });
    expect(refreshed.statusCode).toBeGreaterThanOrEqual(400);
    expect([400, 403]).toContain((await logIn(person)).statusCode);
    const email = await emailTo(test, person.email, "account_suspended");
    expect([email.language, JSON.stringify(email.content)]).toEqual([
      "zh",
      expect.stringContaining("Unpaid tolls"),
    ]);
    await suspend(boss, person, "twice");
    expect((await restore(boss, person)).json()).toMatchObject({ suspendedAt: null });
    await restore(boss, person);
    expect((await logIn(person)).statusCode).toBe(200);
    expect((await emailsTo(test, person.email)).toSorted()).toEqual([
      "account_restored",
      "account_suspended",
    ]);
    expect(await history(person.id)).toEqual([
      ["restored", null],
      ["suspended", "Unpaid tolls"],
      ["opened", null],
    ]);
  });

  it("a suspension needs a reason and every permission that it takes away", async () => {
    const [manager, cars, customer] = [
      await admin("manage_users"),
      await admin("manage_cars"),
      await makePerson(test),
    ];
    expect(refusalOf(await suspend(boss, customer, "  "))).toMatchObject({ status: 422, fields: ["reason"] });
    for (const of of [manager, cars, boss])
      expect(refusalOf(await suspend(manager, of))).toMatchObject({ status: 403, code: "forbidden" });
    expect((await suspend(boss, cars)).statusCode).toBe(200);
    expect(refusalOf(await restore(manager, cars))).toMatchObject({ status: 403 });
    expect((await suspend(manager, customer)).statusCode).toBe(200);
    expect(
      refusalOf(await call(boss, "POST", `/api/admin/users/${crypto.randomUUID()}/suspend`, { reason: "x" })),
    ).toMatchObject({ status: 404 });
  });

  it("an administrator suspended meanwhile can't suspend others", async () => {
    const manager = await admin("manage_users");
    await suspend(boss, manager);
    expect((await suspend(manager, await makePerson(test))).statusCode).toBe(401);
  });
});

describe("applications of hosts", () => {
  const apply = async (person: Person) => {
    const [made] = await test.services.database.rows<{ id: string }>(
      "insert into host_applications (account_id) values ($1) returning id",
      [person.id],
    );
    return made?.id ?? "";
  };
  const decide = (by: Person, id: string, decision: string, reason?: string) =>
    call(by, "POST", `/api/admin/host-applications/${id}/decision`, { decision, reason });
  const waiting = async () =>
    (await call(boss, "GET", "/api/admin/host-applications?status=pending")).json<HostApplication[]>();

  it("two simultaneous decisions about an application have one result and one email", async () => {
    const person = await makePerson(test);
    const id = await apply(person);
    expect((await waiting()).map((one) => one.account.email)).toContain(person.email);
    const answers = await Promise.all([
      decide(boss, id, "approved"),
      decide(boss, id, "declined", "Too old"),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const isApproved = answers[0]?.statusCode === 200;
    expect(await detail(person.id)).toMatchObject({ role: isApproved ? "host" : "customer" });
    const sent = isApproved ? "host_approved" : "host_declined";
    expect(await emailsTo(test, person.email)).toEqual([sent]);
    const { pathname } = linkIn(await emailTo(test, person.email, sent));
    expect(pathname).toBe("/host");
    expect((await waiting()).map((one) => one.id)).not.toContain(id);
    expect(refusalOf(await decide(boss, crypto.randomUUID(), "approved"))).toMatchObject({
      status: 404,
      code: "application_not_found",
    });
  });

  it("an applicant is declined only with a reason, and learns how to apply again", async () => {
    const person = await makePerson(test);
    const id = await apply(person);
    for (const reason of [undefined, " "])
      expect(refusalOf(await decide(boss, id, "declined", reason))).toMatchObject({
        status: 422,
        code: "reason_needed",
      });
    expect(await emailsTo(test, person.email)).toEqual([]);
    await decide(boss, id, "declined", "We need a registration in your name.");
    const email = await emailTo(test, person.email, "host_declined");
    expect(JSON.stringify(email.content)).toContain("We need a registration in your name.");
    expect(JSON.stringify(email.content)).toContain("add or submit your car");
    expect(linkIn(email).pathname).toBe("/host");
  });

  it("a declined applicant gets the reason by email and can apply again", async () => {
    const person = await makePerson(test);
    const first = await decide(boss, await apply(person), "declined", "The car is from 1998");
    expect(first.json()).toMatchObject({ status: "declined", decidedBy: boss.email });
    expect(JSON.stringify((await emailTo(test, person.email, "host_declined")).content)).toContain("1998");
    expect((await decide(boss, await apply(person), "approved")).json()).toMatchObject({
      status: "approved",
    });
    expect(await detail(person.id)).toMatchObject({ role: "host" });
    expect(await history(person.id)).toEqual([
      ["host_approved", null],
      ["host_declined", "The car is from 1998"],
      ["opened", null],
    ]);
  });

  it("an administrator who becomes a host keeps their role and can't approve themselves", async () => {
    const manager = await admin("manage_users");
    const id = await apply(manager);
    expect(refusalOf(await decide(manager, id, "approved"))).toMatchObject({ status: 403 });
    await decide(boss, id, "approved");
    expect(await detail(manager.id)).toMatchObject({ role: "admin", permissions: ["manage_users"] });
  });
});
