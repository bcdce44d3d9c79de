import type { PgBoss } from "pg-boss";
import type { Database } from "#server/db/open-database.ts";
import { withRequestId } from "#server/http/request-id.ts";
import { deliveryQueues } from "./deliveries.ts";
import type { DeliveryWriter } from "./delivery-writer.ts";
import { goesAlone } from "./join-waiting.ts";
import type { Mailer } from "./mailer.ts";
import type { FilesOf } from "./outbox.ts";
import { findEmail, findText } from "./queries.ts";
import { noteTestEmail } from "./test-email.ts";
import { markSent, markTextSent } from "./mark-sent.ts";
import { sendText } from "./text-gateway.ts";

/** Counts what was handed over. */
export type CountDelivery = (kind: "email" | "text", outcome: "success" | "error") => void;

type DeliveryServices = { boss: PgBoss; database: Database; count: CountDelivery };

/** A delivery names the email or text, and the request or job's run that wrote it. */
type DeliveryOf<Key extends string> = Record<Key, string> & { requestId?: string };

type EmailDelivering = { mailer: Mailer; filesOf: FilesOf } & Pick<DeliveryWriter, "writeEmails">;

/** Begins to hand emails to the mail server. */
export async function deliverEmails(
  { boss, database, count }: DeliveryServices,
  { mailer, filesOf, writeEmails }: EmailDelivering,
): Promise<void> {
  await boss.work<DeliveryOf<"emailId">>(
    deliveryQueues.emails,
    { pollingIntervalSeconds: 1 },
    async (jobs) => {
      for (const { data } of jobs)
        await handOver(count, "email", data, async () => {
          const email = await findEmail(database, data.emailId);
          if (!email || email.sentAt || email.joinedInto) return false;
          if (email.joinsFrom && !(await goesAlone(database, email, writeEmails))) return false;
          await mailer.deliver(email, await filesOf(email), data.requestId);
          await markSent(database, email);
          if (email.kind === "test_email") await noteTestEmail(database);
          return true;
        });
    },
  );
}

/** Begins to hand texts to the gateway. */
export async function deliverTexts({ boss, database, count }: DeliveryServices, gateway: URL): Promise<void> {
  await boss.work<DeliveryOf<"textId">>(deliveryQueues.texts, { pollingIntervalSeconds: 1 }, async (jobs) => {
    for (const { data } of jobs)
      await handOver(count, "text", data, async () => {
        const message = await findText(database, data.textId);
        if (!message || message.sentAt) return false;
        await sendText(gateway, message);
        await markTextSent(database, message.id);
        return true;
      });
  });
}

/** Log lines about a delivery name its request. `work` returns whether something was sent. */
async function handOver(
  count: CountDelivery,
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
