// @one-database
import { rmSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EmailKindFor } from "#domain/people/email-kinds.ts";
import type { Language } from "#domain/languages.ts";
import { startAnother } from "#test/another-process.ts";
import { databaseKind, startTestApp, type TestApp } from "#test/app.ts";
import { letEmailsGo } from "#test/emails.ts";
import { startProduct } from "#test/product.ts";
import { type MailServer, startMailServer } from "#test/stand-ins/smtp.ts";
import { link, paragraph } from "./blocks.ts";
import type { Email } from "./email.ts";
import { goesAlone } from "./join-waiting.ts";
import { findEmail } from "./queries.ts";
import { renderEmail } from "./render-email.ts";
import { writeEmail } from "./write-email.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function mailServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

/** The product with a mail server, or with none yet. */
async function appWith(server?: MailServer): Promise<TestApp> {
  const test = await startTestApp({ ...(server && { SMTP_URL: server.url }) });
  closing.push(test.close);
  return test;
}

const lena = { email: "lena@example.com", language: "en" as Language, name: "Lena" };
const home = "http://127.0.0.1:3000/host/payouts";

const news = (subject: string, to = lena, kind: EmailKindFor<"host"> = "payout_paid"): Email =>
  writeEmail(kind, to, () => ({
    subject,
    blocks: [paragraph(`All about ${subject}`), link(`Open ${subject}`, home)],
  }));

/** Posts each in a transaction of its own, as separate events do. Returns the ids. */
async function post(
  { services: { database, outbox } }: TestApp,
  written: Email[],
  pause = 0,
): Promise<string[]> {
  const ids: string[] = [];
  for (const email of written)
    ids.push(...(await database.transaction((tx) => outbox.post(tx, [email], pause))));
  return ids;
}

type State = { subject: string; isSent: boolean; goesIn: string | null };
const states = ({ services }: TestApp): Promise<State[]> =>
  services.database.rows<State>(
    `select emails.subject, emails.sent_at is not null as "isSent", whole.subject as "goesIn"
     from emails left join emails whole on whole.id = emails.joined_into order by emails.created_at`,
  );
const unsent = async (test: TestApp) => (await states(test)).filter(({ isSent }) => !isSent);
const subjects = ({ received }: MailServer): string[] => received.map(({ email }) => email.subject ?? "");

const soon = { timeout: 30_000, interval: 50 };
const messageIdIn = (raw: string): string => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? "";
/** Waits until every delivery has had its turn. */
const allGone = (test: TestApp) =>
  vi.waitFor(
    async () =>
      expect(
        await test.services.database.rows(
          "select from pgboss.job where name = 'letters' and state < 'completed'",
        ),
      ).toEqual([]),
    soon,
  );
/** Makes the next attempt due, in place of the pause before it. */
const hurry = ({ services }: TestApp) =>
  services.database.rows(
    "update pgboss.job set start_after = now() where name = 'letters' and state = 'retry'",
  );

describe("news to a host", () => {
  it("news to a host waits a minute for more, and an email that needs an answer does not", async () => {
    const test = await appWith();
    await post(test, [news("Paid"), news("Please answer", lena, "host_order_asked")]);
    await post(test, [news("Canceled", lena, "host_order_cancelled")], 10_000);
    const waits = await test.services.database.rows<{ subject: string; seconds: number }>(
      `select subject, round(extract(epoch from start_after - created_on))::int as seconds
       from pgboss.job join emails on emails.id::text = data->>'emailId' where name = 'letters' order by created_at`,
    );
    expect(waits).toEqual([
      { subject: "Paid", seconds: 60 },
      { subject: "Please answer", seconds: 0 },
      { subject: "Canceled", seconds: 70 },
    ]);
  });

  it("waiting news becomes one email, each part with its own heading and link", async () => {
    const server = await mailServer();
    const test = await appWith(server);
    await post(test, [
      news("$120.00 is on its way to you"),
      news("A new review of your Fit", lena, "host_review_published"),
      news("Your charge was decided", lena, "host_charge_decided"),
      news("Paid to another", { ...lena, email: "wei@example.com" }),
    ]);
    expect(server.received).toEqual([]);
    await letEmailsGo(test);
    await allGone(test);
    expect(subjects(server).toSorted()).toEqual([
      "$120.00 is on its way to you, and 2 more updates",
      "Paid to another",
    ]);
    const joined = server.received.find(({ to }) => to[0] === lena.email);
    const { subject, text = "", html = "" } = joined?.email ?? {};
    expect(text.split("\n\n").map((part) => part.trim())).toEqual([
      "Hello Lena,",
      "$120.00 is on its way to you",
      "All about $120.00 is on its way to you",
      `Open $120.00 is on its way to you\n${home}`,
      "A new review of your Fit",
      "All about A new review of your Fit",
      `Open A new review of your Fit\n${home}`,
      "Your charge was decided",
      "All about Your charge was decided",
      `Open Your charge was decided\n${home}`,
      expect.stringContaining("Longbay"),
    ]);
    expect([...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, heading]) => heading)).toEqual([
      "$120.00 is on its way to you",
      "A new review of your Fit",
      "Your charge was decided",
    ]);
    expect(await states(test)).toEqual([
      { subject: "$120.00 is on its way to you", isSent: true, goesIn: subject },
      { subject: "A new review of your Fit", isSent: true, goesIn: subject },
      { subject: "Your charge was decided", isSent: true, goesIn: subject },
      { subject: "Paid to another", isSent: true, goesIn: null },
      { subject, isSent: true, goesIn: null },
    ]);
  });

  it("a single piece of news is sent as it was written, under its own id", async () => {
    const server = await mailServer();
    const test = await appWith(server);
    const [id = ""] = await post(test, [news("Paid")]);
    await letEmailsGo(test);
    await allGone(test);
    const [alone] = server.received;
    const row = await findEmail(test.services.database, id);
    if (!alone || !row) throw new Error("There is no email");
    const { text, html } = renderEmail(news("Paid").content, "en");
    expect(alone.email.text?.trimEnd()).toBe(text);
    expect(alone.email.html?.trimEnd()).toBe(html);
    expect([alone.email.subject, alone.email.messageId]).toEqual(["Paid", row.messageId]);
    expect(await states(test)).toEqual([{ subject: "Paid", isSent: true, goesIn: null }]);
  });

  it("news is joined only with news in the same language", async () => {
    const server = await mailServer();
    const test = await appWith(server);
    const li = { email: "li@example.com", language: "zh" as const, name: "李雷" };
    await post(test, [
      news("已向您汇出 US$120.00", li),
      news("Paid", { ...li, language: "en" }),
      news("您的 Fit 已被预订", li, "host_order_booked"),
    ]);
    await letEmailsGo(test);
    await allGone(test);
    expect(subjects(server).toSorted()).toEqual(["Paid", "已向您汇出 US$120.00，另有 1 条消息"]);
    const joined = server.received.find(({ email }) => email.subject !== "Paid")?.email;
    expect(joined?.html).toContain('<html lang="zh">');
    expect(joined?.text?.split(`${home}?lang=zh`)).toHaveLength(3);
  });

  it("news withdrawn during its pause is not sent, and joined news can't be withdrawn", async () => {
    const server = await mailServer();
    const test = await appWith(server);
    const { database, outbox } = test.services;
    const [paid = ""] = await post(test, [news("Paid"), news("Reviewed", lena, "host_review_published")]);
    const [canceled = ""] = await post(
      test,
      [news("Canceled", lena, "host_order_cancelled"), news("Booked", lena, "host_order_booked")],
      120_000,
    );
    const withdraw = (id: string) => database.transaction((tx) => outbox.withdraw(tx, id));
    // The emails' own pause is over, but not the minute for joining.
    expect(await withdraw(paid)).toBe(false);
    expect(await withdraw(canceled)).toBe(true);
    await database.rows(
      "update pgboss.job set start_after = now() where name = 'letters' and data->>'emailId' = $1",
      [paid],
    );
    await vi.waitFor(() => expect(server.received).toHaveLength(1), soon);
    await vi.waitFor(async () => expect(await unsent(test)).toHaveLength(1), soon);
    expect(subjects(server)).toEqual(["Paid, and 1 more update"]);
    expect(await unsent(test)).toEqual([{ subject: "Booked", isSent: false, goesIn: null }]);
    await letEmailsGo(test);
    await allGone(test);
    expect(subjects(server)).toEqual(["Paid, and 1 more update", "Booked"]);
  });

  it("an undelivered joined email is retried with the same Message-ID and without newer news", async () => {
    let isRefusing = true;
    const tried: string[][] = [];
    const server = await mailServer({
      onData(stream, _session, done) {
        let raw = "";
        stream.on("data", (chunk: Buffer) => (raw += chunk.toString()));
        stream.on("end", () => {
          tried.push([/^Subject: (.*)$/im, /^Message-ID: (.*)$/im].map((line) => line.exec(raw)?.[1] ?? ""));
          done(isRefusing ? Object.assign(new Error("try again later"), { responseCode: 451 }) : null);
        });
      },
    });
    const test = await appWith(server);
    await post(test, [news("Paid"), news("Reviewed", lena, "host_review_published")]);
    await letEmailsGo(test);
    await vi.waitFor(() => expect(tried.length).toBeGreaterThan(0), soon);
    const goesIn = "Paid, and 1 more update";
    await vi.waitFor(
      async () =>
        expect(await unsent(test)).toEqual([
          { subject: "Paid", isSent: false, goesIn },
          { subject: "Reviewed", isSent: false, goesIn },
          { subject: goesIn, isSent: false, goesIn: null },
        ]),
      soon,
    );
    await post(test, [news("Booked", lena, "host_order_booked")]);
    await letEmailsGo(test);
    await vi.waitFor(() => expect(tried.map(([subject]) => subject)).toContain("Booked"), soon);
    isRefusing = false;
    await vi.waitFor(async () => {
      await hurry(test);
      expect(await unsent(test)).toEqual([]);
    }, soon);
    expect(new Set(tried.map(([subject]) => subject))).toEqual(new Set([goesIn, "Booked"]));
    expect(new Set(tried.map(([, id]) => id)).size).toBe(2);
    expect(tried.length).toBeGreaterThan(2);
  });

  it("a joined email contains at most twenty pieces of news", async () => {
    const server = await mailServer();
    const test = await appWith(server);
    await post(
      test,
      Array.from({ length: 23 }, (_, at) => news(`News ${at}`)),
    );
    await letEmailsGo(test);
    await allGone(test);
    expect(subjects(server).map((subject) => subject.split(", ")[1])).toEqual([
      "and 19 more updates",
      "and 2 more updates",
    ]);
  });
});

describe("a process that joins news", () => {
  it("simultaneous processes decide once how news is sent", async () => {
    const test = await appWith();
    const { database, outbox } = test.services;
    const ids = await post(
      test,
      Array.from({ length: 12 }, (_, at) => news(`News ${at}`)),
    );
    const found = await Promise.all(ids.map((id) => findEmail(database, id)));
    const rows = found.filter((row) => row !== undefined);
    const alone = await Promise.all(rows.map((row) => goesAlone(database, row, outbox.post)));
    expect(alone).toEqual(ids.map(() => false));
    expect(new Set((await states(test)).map(({ goesIn }) => goesIn))).toEqual(
      new Set([null, "News 0, and 11 more updates"]),
    );
    expect(await states(test)).toHaveLength(13);
  });

  it.runIf(databaseKind === "postgres")(
    "news joined by a process that died is sent once by the next",
    async () => {
      const test = await appWith();
      const { database, outbox } = test.services;
      const ids = await post(test, [news("Paid"), news("Reviewed", lena, "host_review_published")]);
      const [single = ""] = await post(test, [news("Alone", { ...lena, email: "wei@example.com" })]);
      for (const id of [ids[0] ?? "", single]) {
        const row = await findEmail(database, id);
        if (row) await goesAlone(database, row, outbox.post);
      }
      await letEmailsGo(test);
      const server = await mailServer();
      closing.push((await startAnother(test, { SMTP_URL: server.url })).close);
      await allGone(test);
      expect(subjects(server).toSorted()).toEqual(["Alone", "Paid, and 1 more update"]);
      expect(await unsent(test)).toEqual([]);
    },
  );

  it.runIf(databaseKind === "postgres")(
    "an email interrupted by a killed process is sent unchanged by the next process",
    async () => {
      const test = await appWith();
      const { database } = test.services;
      await post(test, [news("Paid"), news("Reviewed", lena, "host_review_published")]);
      const tried: string[] = [];
      const mute = await mailServer({
        onData(stream) {
          let raw = "";
          stream.on("data", (chunk: Buffer) => (raw += chunk.toString()));
          stream.on("end", () => tried.push(messageIdIn(raw)));
        },
      });
      const killed = await startProduct({
        DATABASE_URL: test.databaseUrl ?? "",
        DEMO: "off",
        SMTP_URL: mute.url,
      });
      await letEmailsGo(test);
      await vi.waitFor(() => expect(tried).toHaveLength(1), soon);
      await killed.stop("SIGKILL");
      rmSync(killed.dataDir, { recursive: true });
      await post(test, [news("Booked", lena, "host_order_booked")]);
      await letEmailsGo(test);
      // The queue gives a killed process's jobs to another process within three minutes.
      await database.rows(
        "update pgboss.job set state = 'retry', start_after = now() where name = 'letters' and state = 'active'",
      );
      const server = await mailServer();
      closing.push((await startAnother(test, { SMTP_URL: server.url })).close);
      await allGone(test);
      expect(subjects(server).toSorted()).toEqual(["Booked", "Paid, and 1 more update"]);
      const again = server.received.find(({ email }) => email.subject !== "Booked");
      expect(messageIdIn(again?.raw ?? "")).toBe(tried[0]);
      expect(await unsent(test)).toEqual([]);
    },
  );

  it.runIf(databaseKind === "postgres")("two processes neither lose nor double news", async () => {
    const server = await mailServer();
    const first = await appWith(server);
    closing.push((await startAnother(first, { SMTP_URL: server.url })).close);
    const sent: string[] = [];
    for (let round = 0; round < 3; round++) {
      const to = { ...lena, email: `lena${round}@example.com` };
      await post(
        first,
        [0, 1, 2, 3].map((at) => news(`News ${round}.${at}`, to)),
      );
      sent.push(`News ${round}.0, and 3 more updates`);
      await letEmailsGo(first);
    }
    await allGone(first);
    expect(subjects(server).toSorted()).toEqual(sent);
    expect(await unsent(first)).toEqual([]);
  });
});

it("a deleted order's news disappears from the joined email", async () => {
  const test = await appWith();
  const { database, outbox } = test.services;
  const [paid = "", reviewed = ""] = await post(test, [
    news("Paid"),
    news("Reviewed", lena, "host_review_published"),
  ]);
  const row = await findEmail(database, paid);
  if (row) await goesAlone(database, row, outbox.post);
  const [whole] = await database.rows<{ id: string; content: string }>(
    "select id, content::text as content from emails where kind = 'host_updates'",
  );
  expect(whole?.content).not.toContain("All about");
  const look = async () => {
    const email = await findEmail(database, whole?.id ?? "");
    return email && [email.subject, JSON.stringify(email.content.blocks).match(/All about (\w+)/g)];
  };
  expect(await look()).toEqual(["Paid, and 1 more update", ["All about Paid", "All about Reviewed"]]);
  await database.rows("delete from emails where id = $1", [reviewed]);
  expect(await look()).toEqual(["Paid", ["All about Paid"]]);
  await database.rows("delete from emails where id = $1", [paid]);
  expect(await look()).toBeUndefined();
});
