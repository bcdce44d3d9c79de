import type { FastifyBaseLogger } from "fastify";
import { PgBoss } from "pg-boss";
import type { Database } from "#server/db/open-database.ts";
import { deliveryQueues, takeRestoredDeliveries } from "./deliveries.ts";

/** Starts the queue in the database, with the queues of emails and of texts. */
export async function startQueue(database: Database, log: FastifyBaseLogger): Promise<PgBoss> {
  const boss = new PgBoss({
    db: database.bossDatabase(),
    ...(database.kind === "embedded" && { backend: "pglite" as const }),
  });
  boss.on("error", (error) => log.error({ err: error }, "the queue stumbled"));
  await boss.start();
  const { emails, lostEmails, texts, lostTexts } = deliveryQueues;
  await boss.createQueue(lostEmails);
  await boss.createQueue(emails, {
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    deadLetter: lostEmails,
  });
  // A code is worth nothing after ten minutes: it is tried a few times, and then forgotten.
  await boss.createQueue(lostTexts);
  await boss.createQueue(texts, {
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 60,
    deadLetter: lostTexts,
  });
  // The queue's own settings are read once, here: read within a transaction of ours they would wait for its
  // connection.
  await boss.insert(emails, []);
  await boss.insert(texts, []);
  await takeRestoredDeliveries(database);
  return boss;
}
