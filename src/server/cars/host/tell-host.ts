import { findAccount } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostLanguage } from "#server/mail/host-reader.ts";
import type { Services } from "#server/services.ts";
import { hostCarEmail, type HostCarEmail } from "./emails.ts";
import type { HostedCar } from "./queries.ts";

/** Emails a car's host what became of it. */
export async function tellHost(
  { config, outbox }: Services,
  tx: Db,
  { own, car }: HostedCar,
  what: HostCarEmail,
  reason: string,
): Promise<void> {
  const host = await findAccount(tx, own.hostId);
  if (!host || !car) return;
  const language = await hostLanguage(tx, own.hostId, own.id);
  await outbox.post(tx, hostCarEmail(config, what, host, language, { id: own.id, name: car.name, reason }));
}
