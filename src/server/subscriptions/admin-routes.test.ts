// @one-database
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EmailSubscription, SubscriptionCounts } from "#contract/admin/subscriptions.ts";
import { makePerson, type Person } from "#test/accounts.ts";
import { startTestApp, type TestApp } from "#test/app.ts";

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({}, { at: "2026-11-21T20:00:00Z" });
  admin = await makePerson(test, { role: "admin", permissions: ["view_reports"] });
  await test.services.database.rows(
    `insert into email_subscriptions (email, source, language, created_at, confirmed_at, unsubscribed_at) values
      ('old@example.com', 'promo_modal', 'en', '2026-10-01T10:00:00.000123Z', '2026-10-01T11:00:00Z', null),
      ('gone@example.com', 'promo_modal', 'en', '2026-10-02T10:00:00Z', '2026-10-02T11:00:00Z', '2026-11-01T10:00:00Z'),
      ('=cmd|calc@example.com', '＝1+1', 'zh', '2026-11-15T10:00:00Z', null, null),
      ('new@example.com', 'a, "b"', 'zh', '2026-11-21T10:00:00Z', '2026-11-21T10:05:00Z', null)`,
  );
});
afterAll(() => test.close());

const get = (url: string) => test.app.inject({ url, headers: admin.authorization });

describe("email subscriptions", () => {
  it("the subscriptions are listed newest first, in pages that leave nobody out", async () => {
    const seen: string[] = [];
    let url = "/api/email-subscriptions?limit=2";
    for (let page = 0; url !== "" && page < 5; page++) {
      const answer = await get(url);
      expect(answer.headers["x-total-count"]).toBe("4");
      seen.push(...answer.json<EmailSubscription[]>().map(({ email }) => email));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ""))?.[1] ?? "";
    }
    expect(seen).toEqual(["new@example.com", "=cmd|calc@example.com", "gone@example.com", "old@example.com"]);
    const [newest] = (await get("/api/email-subscriptions")).json<EmailSubscription[]>();
    expect(newest).toEqual({
      id: expect.any(String),
      email: "new@example.com",
      source: 'a, "b"',
      createdAt: "2026-11-21T10:00:00.000Z",
      confirmedAt: "2026-11-21T10:05:00.000Z",
      unsubscribedAt: null,
    });
  });

  it("the subscriptions are counted in all, for seven days, confirmed, ended and by source", async () => {
    expect((await get("/api/admin/subscription-counts")).json<SubscriptionCounts>()).toEqual({
      total: 4,
      lastSevenDays: 2,
      confirmed: 2,
      unsubscribed: 1,
      sources: [
        { source: "promo_modal", count: 2 },
        { source: 'a, "b"', count: 1 },
        { source: "＝1+1", count: 1 },
      ],
    });
  });

  it("the export is named by Los Angeles's day, and its cells run as no formula", async () => {
    const file = await get("/api/email-subscriptions/export.csv");
    expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(file.headers["content-disposition"]).toBe(
      'attachment; filename="email_subscriptions_2026-11-21.csv"',
    );
    const lines = file.body.split("\r\n");
    expect(lines[0]).toBe("\uFEFFid,email,source,createdAt,confirmedAt,unsubscribedAt");
    expect(lines.slice(1, -1).map((line) => line.slice(37))).toEqual([
      'new@example.com,"a, ""b""",2026-11-21T10:00:00.000Z,2026-11-21T10:05:00.000Z,',
      "'=cmd|calc@example.com,'＝1+1,2026-11-15T10:00:00.000Z,,",
      "gone@example.com,promo_modal,2026-10-02T10:00:00.000Z,2026-10-02T11:00:00.000Z,2026-11-01T10:00:00.000Z",
      "old@example.com,promo_modal,2026-10-01T10:00:00.000Z,2026-10-01T11:00:00.000Z,",
    ]);
  });

  it("an export of more than one page is complete", async () => {
    const other = await startTestApp();
    try {
      const reader = await makePerson(other, { role: "admin", permissions: ["view_reports"] });
      await other.services.database.rows(
        "insert into email_subscriptions (email, source, language) select 'p' || n || '@example.com', 'api', 'en' from generate_series(1, 2500) n",
      );
      const { body } = await other.app.inject({
        url: "/api/email-subscriptions/export.csv",
        headers: reader.authorization,
      });
      const emails = body
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(",")[1]);
      expect([emails.length, new Set(emails).size]).toEqual([2500, 2500]);
    } finally {
      await other.close();
    }
  });
});
