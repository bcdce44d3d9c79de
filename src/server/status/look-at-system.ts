import { constants, readFileSync } from "node:fs";
import { access, mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { BackendHealth, DeadLetter } from "#contract/admin/status.ts";
import { maskEmail } from "#domain/people/email-address.ts";
import { migrationsFolder } from "#server/db/migrations-folder.ts";
import type { DeadDelivery } from "#server/mail/dead-letters.ts";
import type { Services } from "#server/services.ts";
import { askDatabase, countDeliveries, type DeliverableRow, findDeliverables } from "./queries.ts";

const mostListed = 100;
const { version: product } = readJson(join(import.meta.dirname, "../../../package.json")) as {
  version: string;
};
const { entries: migrations } = readJson(join(migrationsFolder, "meta/_journal.json")) as {
  entries: { when: number; tag: string }[];
};
const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** How the parts of this installation are. It shows no secret, no email's words and no whole address. */
export async function readSystemHealth({
  config,
  database,
  outbox,
  imageStore,
  now,
}: Services): Promise<BackendHealth> {
  const { milliseconds, version, bytes, migratedAt } = await askDatabase(database);
  const { sent, waiting, oldest } = await countDeliveries(database);
  const dead = await outbox.deadLetters.list(mostListed);
  const lastMigration = migrations.find(({ when }) => when === migratedAt)?.tag ?? "";
  return {
    checkedAt: new Date(now()).toISOString(),
    database: { kind: database.kind, version, bytes, milliseconds, lastMigration },
    outbox: {
      isDelivering: config.smtpUrl !== undefined,
      waiting,
      sent,
      undelivered: await outbox.deadLetters.count(),
      oldestWaitingAt: oldest,
    },
    storage: await lookAtStorage(join(config.dataDir, "pictures"), imageStore.storage),
    queues: await outbox.deadLetters.queues(),
    versions: { product, node: process.versions.node, startedAt },
    deadLetters: await presentDead(database, dead),
  };
}

/** Even with a bucket, the folder still holds the variants made of pictures. */
async function lookAtStorage(
  folder: string,
  storage: Services["imageStore"]["storage"],
): Promise<BackendHealth["storage"]> {
  const [found, isAnswering] = await Promise.all([
    lookAtFolder(folder),
    storage?.bucket.isAnswering() ?? true,
  ]);
  return { ...found, kind: storage ? "bucket" : "folder", isAnswering };
}

async function lookAtFolder(
  folder: string,
): Promise<Pick<BackendHealth["storage"], "isWritable" | "freeBytes">> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return { isWritable: true, freeBytes: bavail * bsize };
  } catch {
    return { isWritable: false, freeBytes: null };
  }
}

async function presentDead({ db }: Services["database"], dead: DeadDelivery[]): Promise<DeadLetter[]> {
  const idsOf = (name: "emailId" | "textId"): string[] => dead.flatMap((job) => job[name] ?? []);
  const found = new Map(
    (await findDeliverables(db, { emailIds: idsOf("emailId"), textIds: idsOf("textId") })).map((row) => [
      row.id,
      row,
    ]),
  );
  return dead.map((job) => present(job, found.get(job.emailId ?? job.textId ?? "")));
}

function present(
  { id, textId, createdAt, failedAt, tries, error }: DeadDelivery,
  what: DeliverableRow | undefined,
): DeadLetter {
  const recipient = what?.recipient ?? "";
  return {
    id,
    kind: textId ? "text" : "letter",
    letterKind: what?.kind ?? "",
    recipient: textId ? maskPhone(recipient) : recipient && maskEmail(recipient),
    subject: what?.subject ?? "",
    createdAt: new Date(createdAt).toISOString(),
    failedAt: new Date(failedAt).toISOString(),
    tries,
    // What a mail server answers often repeats the address.
    error: error.replace(/[^\s<>"']+/g, (word) => (word.includes("@") ? maskEmail(word) : word)),
  };
}

const maskPhone = (digits: string): string => (digits ? `+${digits.slice(0, 1)}***${digits.slice(-2)}` : "");
