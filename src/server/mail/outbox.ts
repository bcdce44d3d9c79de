import { eq, sql } from "drizzle-orm";
import { type DrizzleTransactionLike, fromDrizzle, PgBoss } from "pg-boss";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/config.ts";
import { textMessages } from "#server/db/account-schema.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { rowsIn } from "#server/db/rows-in.ts";
import { letters } from "#server/db/schema.ts";
import { type DeadLetters, tendDeadLetters } from "./dead-letters.ts";
import { inLanguage } from "./in-language.ts";
import type { Letter } from "./email.ts";
import { makePostman } from "./mailer.ts";
import { findLetter, findText, markSent, markTextSent } from "./queries.ts";
import { sendText, type TextMessage } from "./text-gateway.ts";

const letterQueue = "letters";
const lostLetterQueue = "letters-undelivered";
const textQueue = "texts";
const lostTextQueue = "texts-undelivered";

/** Letters and chores that wait in the database: nothing is lost with a process, and nothing is sent for what was rolled back. */
export type Outbox = {
  /** Writes letters and their deliveries within the caller's transaction, to be sent after a pause of so many milliseconds. Answers the letters' ids. */
  post: (tx: Db, written: Letter[], pause?: number) => Promise<string[]>;
  /** Takes back a letter whose pause is not over; false where it may be on its way. */
  withdraw: (tx: Db, letterId: string) => Promise<boolean>;
  /** Writes text messages and their deliveries within the caller's transaction. */
  postTexts: (tx: Db, written: TextMessage[]) => Promise<void>;
  /** Runs a chore once a minute in one of the processes. */
  everyMinute: (name: string, chore: () => Promise<void>) => Promise<void>;
  /** Runs a longer one once an hour. */
  everyHour: (name: string, chore: () => Promise<unknown>) => Promise<void>;
  /** What could not be delivered, for administrators. */
  deadLetters: DeadLetters;
  close: () => Promise<void>;
};

type Settings = Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl" | "smsUrl">;

/** Starts the queue. With SMTP_URL its letters are delivered, retried with growing pauses, and set aside when nothing helps. */
export async function openOutbox(database: Database, settings: Settings, log: FastifyBaseLogger): Promise<Outbox> {
  const boss = new PgBoss({ db: database.bossDatabase(), ...(database.kind === "embedded" && { backend: "pglite" as const }) });
  boss.on("error", (error) => log.error({ err: error }, "the queue stumbled"));
  await boss.start();
  await boss.createQueue(lostLetterQueue);
  await boss.createQueue(letterQueue, {
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    deadLetter: lostLetterQueue,
  });
  // The queue's own settings are read once, here: read within a transaction of ours they would wait for its connection.
  await boss.insert(letterQueue, []);
  const postman = settings.smtpUrl ? makePostman(settings.smtpUrl, settings.mailFrom) : undefined;
  if (postman) {
    await boss.work<{ letterId: string }>(letterQueue, { pollingIntervalSeconds: 1 }, async (jobs) => {
      for (const job of jobs) {
        const letter = await findLetter(database, job.data.letterId);
        if (!letter || letter.sentAt) continue;
        await postman.deliver(letter);
        await markSent(database, letter);
      }
    });
  }

  // A code is worth nothing after ten minutes: it is tried a few times, and then forgotten.
  await boss.createQueue(lostTextQueue);
  await boss.createQueue(textQueue, { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 60, deadLetter: lostTextQueue });
  await boss.insert(textQueue, []);
  const gateway = settings.smsUrl;
  if (gateway) {
    await boss.work<{ textId: string }>(textQueue, { pollingIntervalSeconds: 1 }, async (jobs) => {
      for (const job of jobs) {
        const message = await findText(database, job.data.textId);
        if (!message || message.sentAt) continue;
        await sendText(gateway, message);
        await markTextSent(database, message.id);
      }
    });
  }

  function addressed(letter: Letter) {
    const id = crypto.randomUUID();
    return { ...letter, id, content: inLanguage(settings.publicUrl, letter), messageId: `<${id}@${settings.publicUrl.hostname}>` };
  }

  async function schedule(name: string, times: string, chore: () => Promise<unknown>): Promise<void> {
    await boss.createQueue(name, { policy: "stately", retryLimit: 0 });
    await boss.schedule(name, times);
    await boss.work(name, chore);
  }

  return {
    async post(tx, written, pause = 0) {
      const rows = written.map(addressed);
      const startAfter = pause > 0 ? { startAfter: new Date(Date.now() + pause) } : {};
      const deliveries = rows.map(({ id }) => ({ data: { letterId: id }, ...startAfter }));
      await tx.insert(letters).values(rows);
      await boss.insert(letterQueue, deliveries, { db: fromDrizzle(tx as DrizzleTransactionLike, sql) });
      return rows.map(({ id }) => id);
    },
    async withdraw(tx, letterId) {
      const waiting = "delete from pgboss.job where name = $1 and data->>'letterId' = $2 and state = 'created' and start_after > now() returning id";
      const taken = await rowsIn(tx)(waiting, [letterQueue, letterId]);
      if (taken.length > 0) await tx.delete(letters).where(eq(letters.id, letterId));
      return taken.length > 0;
    },
    async postTexts(tx, written) {
      const rows = await tx.insert(textMessages).values(written).returning({ id: textMessages.id });
      const deliveries = rows.map(({ id }) => ({ data: { textId: id } }));
      await boss.insert(textQueue, deliveries, { db: fromDrizzle(tx as DrizzleTransactionLike, sql) });
    },
    everyMinute: (name, chore) => schedule(name, "* * * * *", chore),
    everyHour: (name, chore) => schedule(name, "23 * * * *", chore),
    deadLetters: tendDeadLetters(boss, database, [lostLetterQueue, lostTextQueue]),
    async close() {
      await boss.stop({ graceful: true, timeout: 5000 });
      postman?.close();
    },
  };
}
