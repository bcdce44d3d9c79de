import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { type CountDelivery, deliverEmails, deliverTexts } from "./deliver.ts";
import { deliveryQueues } from "./deliveries.ts";
import { type DeadLetters, tendDeadLetters } from "./dead-letters.ts";
import { deliveryWriter } from "./delivery-writer.ts";
import type { Email, EmailFile } from "./email.ts";
import { openMailer } from "./mailer.ts";
import type { EmailRow } from "./queries.ts";
import { startQueue } from "./start-queue.ts";
import type { TextMessage } from "./text-gateway.ts";
import { lastPauseOf, withdrawEmails, withdrawEmailsOf } from "./withdraw-emails.ts";

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

/** Throws while a document can't be made. */
export type FilesOf = (email: EmailRow) => Promise<EmailFile[]>;

type Settings = Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl" | "smsUrl">;

/** Opens the queue. Nothing is handed over before `deliver`. */
export async function openOutbox(
  database: Database,
  settings: Settings,
  log: FastifyBaseLogger,
  count: CountDelivery = () => undefined,
): Promise<Outbox> {
  const boss = await startQueue(database, log);
  const mailer = settings.smtpUrl ? openMailer(settings.smtpUrl, settings.mailFrom) : undefined;
  let filesOf: FilesOf = () => Promise.reject(new Error("Nothing is delivered yet"));
  const { writeEmails, writeText } = deliveryWriter(boss, settings.publicUrl);

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

  return {
    async deliver(files) {
      filesOf = files;
      const delivering = { boss, database, count };
      if (mailer) await deliverEmails(delivering, { mailer, filesOf: files, writeEmails });
      if (settings.smsUrl) await deliverTexts(delivering, settings.smsUrl);
    },
    filesOf: (email) => filesOf(email),
    post: (tx, written, pause = 0) =>
      writeEmails(tx, written, pause > 0 ? { startAfter: new Date(Date.now() + pause) } : {}),
    async postBehind(tx, orderId, written) {
      const last = await lastPauseOf(tx, orderId);
      const startAfter = last === null ? undefined : new Date(last + behind);
      await writeEmails(tx, written, { startAfter, isBehind: true });
    },
    async withdraw(tx, emailId) {
      return (await withdrawEmails(tx, [emailId])) > 0;
    },
    withdrawWaiting: withdrawEmailsOf,
    async postTexts(tx, written) {
      for (const message of written) await writeText(tx, message);
    },
    everyMinute: (name, work) => schedule(name, "* * * * *", 5, work),
    async soon(name) {
      await boss
        .send(name)
        .catch((error: unknown) => log.warn({ err: error, name }, "a job was not hurried"));
    },
    everyHour: (name, work) => schedule(name, "23 * * * *", 60, work),
    deadLetters: tendDeadLetters(boss, database, [deliveryQueues.lostEmails, deliveryQueues.lostTexts]),
    async close() {
      await boss.stop({ graceful: true, timeout: 5000 });
      mailer?.close();
    },
  };
}
