import { sql } from "drizzle-orm";
import { type DrizzleTransactionLike, fromDrizzle, PgBoss } from "pg-boss";
import type { FastifyBaseLogger } from "fastify";
import { factsOfKind } from "#domain/people/email-kinds.ts";
import type { Config } from "#server/config.ts";
import { textMessages } from "#server/db/schema/accounts.ts";
import { currentRequestId, withRequestId } from "#server/http/request-id.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { emails } from "#server/db/schema/mail.ts";
import { deliveryQueues, takeRestoredDeliveries } from "./deliveries.ts";
import { type DeadLetters, tendDeadLetters } from "./dead-letters.ts";
import { goesAlone, joinWithin } from "./join-waiting.ts";
import { inLanguage } from "./in-language.ts";
import type { Email, EmailFile } from "./email.ts";
import { openMailer } from "./mailer.ts";
import { type EmailRow, findEmail, findText, markSent, markTextSent, noteTestEmail } from "./queries.ts";
import { sendText, type TextMessage } from "./text-gateway.ts";
import { followChoices } from "./choices.ts";
import { lastPauseOf, withdrawEmails, withdrawEmailsOf } from "./withdraw-emails.ts";

const {
  emails: emailQueue,
  lostEmails: lostEmailQueue,
  texts: textQueue,
  lostTexts: lostTextQueue,
} = deliveryQueues;
/** More milliseconds than the queue needs to take the emails before. */
const behind = 3000;

/** Queues emails and jobs in the database: a crash loses none, and a rollback sends none. */
export type Outbox = {
  /**
   * Begins to deliver waiting and new messages. With SMTP_URL emails are delivered, retried with growing pauses,
   * and at last set aside; `filesOf` makes the documents that an email has attached.
   */
  deliver: (filesOf: FilesOf) => Promise<void>;
  /** The documents that go along with an email. */
  filesOf: FilesOf;
  /**
   * Writes emails and their deliveries within the caller's transaction, to be sent after this pause in
   * milliseconds; news that may be joined with other news waits a minute longer. Returns the emails' ids.
   */
  post: (tx: Db, written: Email[], pause?: number) => Promise<string[]>;
  /**
   * Writes emails that add to a waiting email about the same order: they are sent after it, and also if it is
   * taken back.
   */
  postBehind: (tx: Db, orderId: string, written: Email[]) => Promise<void>;
  /** Takes back an email whose pause is not over; false if it may already be on its way. */
  withdraw: (tx: Db, emailId: string) => Promise<boolean>;
  /**
   * Takes back the order's emails whose pause is not over, because a later email gives the order's newer state.
   * Returns how many.
   */
  withdrawWaiting: (tx: Db, orderId: string) => Promise<number>;
  /** Writes text messages and their deliveries within the caller's transaction. */
  postTexts: (tx: Db, written: TextMessage[]) => Promise<void>;
  /** Runs a job once a minute, in one process at a time. */
  everyMinute: (name: string, work: () => Promise<unknown>) => Promise<void>;
  /**
   * Runs a minute's job within seconds, because somebody waits for its result. Never throws: the next minute's run
   * does what was missed.
   */
  soon: (name: "charge-due" | "give-back-by-provider") => Promise<void>;
  /** Runs a longer job once an hour. */
  everyHour: (name: string, work: () => Promise<unknown>) => Promise<void>;
  /** Undelivered messages, for administrators. */
  deadLetters: DeadLetters;
  close: () => Promise<void>;
};

/** A delivery names the email or text, and the request or job's run that wrote it. */
type DeliveryOf<Key extends string> = Record<Key, string> & { requestId?: string };
const origin = (): { requestId?: string } => {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
};

/** Throws while a document can't be made. */
export type FilesOf = (email: EmailRow) => Promise<EmailFile[]>;

type Settings = Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl" | "smsUrl">;

/** Opens the queue. Nothing is handed over before `deliver`. */
// oxlint-disable-next-line max-lines-per-function -- two queues, of emails and of texts, with what they share
export async function openOutbox(
  database: Database,
  settings: Settings,
  log: FastifyBaseLogger,
  count: (kind: "email" | "text", outcome: "success" | "error") => void = () => undefined,
): Promise<Outbox> {
  const boss = new PgBoss({
    db: database.bossDatabase(),
    ...(database.kind === "embedded" && { backend: "pglite" as const }),
  });
  boss.on("error", (error) => log.error({ err: error }, "the queue stumbled"));
  await boss.start();
  await boss.createQueue(lostEmailQueue);
  await boss.createQueue(emailQueue, {
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    deadLetter: lostEmailQueue,
  });
  // The queue's own settings are read once, here: read within a transaction of ours they would wait for its
  // connection.
  await boss.insert(emailQueue, []);
  const mailer = settings.smtpUrl ? openMailer(settings.smtpUrl, settings.mailFrom) : undefined;
  let filesOf: FilesOf = () => Promise.reject(new Error("Nothing is delivered yet"));

  // A code is worth nothing after ten minutes: it is tried a few times, and then forgotten.
  await boss.createQueue(lostTextQueue);
  await boss.createQueue(textQueue, {
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 60,
    deadLetter: lostTextQueue,
  });
  await boss.insert(textQueue, []);
  await takeRestoredDeliveries(database);
  const gateway = settings.smsUrl;

  /** `from` is the earliest time to send the email. */
  function addressed(email: Email, from: Date | undefined) {
    const id = crypto.randomUUID();
    return {
      ...email,
      id,
      joinsFrom: factsOfKind(email.kind).isJoinable ? (from ?? new Date()) : null,
      content: inLanguage(settings.publicUrl, email),
      messageId: `<${id}@${settings.publicUrl.hostname}>`,
    };
  }

  /** `emailId` is the email that the text goes with: taking that back takes the text back too. */
  async function postText(
    tx: Db,
    message: TextMessage,
    { startAfter, emailId }: { startAfter?: Date; emailId?: string | undefined } = {},
  ): Promise<void> {
    const [row] = await tx.insert(textMessages).values(message).returning({ id: textMessages.id });
    if (!row) throw new Error("No text message was written");
    const delivery = { data: { textId: row.id, emailId, ...origin() }, ...(startAfter && { startAfter }) };
    await boss.insert(textQueue, [delivery], { db: fromDrizzle(tx as DrizzleTransactionLike, sql) });
  }

  /** Writes emails and the text messages that go with them, to be sent at once or later. Returns the emails' ids. */
  async function write(
    tx: Db,
    written: Email[],
    { startAfter, isBehind }: { startAfter?: Date | undefined; isBehind?: true } = {},
  ): Promise<string[]> {
    const wanted = await followChoices(
      tx,
      written.filter(({ isWithheld }) => !isWithheld),
    );
    const rows = wanted.emails.map((email) => addressed(email, startAfter));
    if (rows.length === 0) return [];
    const later = startAfter && { startAfter };
    const deliveries = rows.map(({ id, joinsFrom }) => ({
      data: { emailId: id, ...(isBehind && { isBehind }), ...origin() },
      ...(joinsFrom ? { startAfter: new Date(joinsFrom.getTime() + joinWithin) } : later),
    }));
    await tx.insert(emails).values(rows);
    await boss.insert(emailQueue, deliveries, { db: fromDrizzle(tx as DrizzleTransactionLike, sql) });
    for (const [at, message] of wanted.texts.entries())
      if (message) await postText(tx, message, { emailId: rows[at]?.id, ...later });
    return rows.map(({ id }) => id);
  }

  /** Some forty jobs poll for their turn, so each polls as seldom as it can. */
  async function schedule(
    name: string,
    times: string,
    pollingIntervalSeconds: number,
    work: () => Promise<unknown>,
  ): Promise<void> {
    await boss.createQueue(name, { policy: "stately", retryLimit: 0 });
    await boss.schedule(name, times);
    await boss.work(name, { pollingIntervalSeconds }, work);
  }

  /** Log lines about a delivery name its request. `work` returns whether something was sent. */
  async function handOver(
    kind: "email" | "text",
    { requestId }: { requestId?: string },
    work: () => Promise<boolean>,
  ): Promise<void> {
    try {
      if (await (requestId === undefined ? work() : withRequestId(requestId, work))) count(kind, "success");
    } catch (error) {
      count(kind, "error");
      throw error;
    }
  }

  return {
    async deliver(files) {
      filesOf = files;
      if (mailer)
        await boss.work<DeliveryOf<"emailId">>(emailQueue, { pollingIntervalSeconds: 1 }, async (jobs) => {
          for (const { data } of jobs)
            await handOver("email", data, async () => {
              const email = await findEmail(database, data.emailId);
              if (!email || email.sentAt || email.joinedInto) return false;
              if (email.joinsFrom && !(await goesAlone(database, email, write))) return false;
              await mailer.deliver(email, await filesOf(email), data.requestId);
              await markSent(database, email);
              if (email.kind === "test_email") await noteTestEmail(database);
              return true;
            });
        });
      if (gateway)
        await boss.work<DeliveryOf<"textId">>(textQueue, { pollingIntervalSeconds: 1 }, async (jobs) => {
          for (const { data } of jobs)
            await handOver("text", data, async () => {
              const message = await findText(database, data.textId);
              if (!message || message.sentAt) return false;
              await sendText(gateway, message);
              await markTextSent(database, message.id);
              return true;
            });
        });
    },
    filesOf: (email) => filesOf(email),
    post: (tx, written, pause = 0) =>
      write(tx, written, pause > 0 ? { startAfter: new Date(Date.now() + pause) } : {}),
    async postBehind(tx, orderId, written) {
      const last = await lastPauseOf(tx, orderId);
      const startAfter = last === null ? undefined : new Date(last + behind);
      await write(tx, written, { startAfter, isBehind: true });
    },
    async withdraw(tx, emailId) {
      return (await withdrawEmails(tx, [emailId])) > 0;
    },
    withdrawWaiting: withdrawEmailsOf,
    async postTexts(tx, written) {
      for (const message of written) await postText(tx, message);
    },
    everyMinute: (name, work) => schedule(name, "* * * * *", 5, work),
    async soon(name) {
      await boss
        .send(name)
        .catch((error: unknown) => log.warn({ err: error, name }, "a job was not hurried"));
    },
    everyHour: (name, work) => schedule(name, "23 * * * *", 60, work),
    deadLetters: tendDeadLetters(boss, database, [lostEmailQueue, lostTextQueue]),
    async close() {
      await boss.stop({ graceful: true, timeout: 5000 });
      mailer?.close();
    },
  };
}
