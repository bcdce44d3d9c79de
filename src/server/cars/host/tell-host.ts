import { findAccount } from "#server/auth/accounts.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostLanguage } from "#server/mail/host-reader.ts";
import type { Outbox } from "#server/mail/outbox.ts";
import { hostCarEmail, type HostCarEmail, hostCarsEmail, type ManyCarsEmail } from "./emails.ts";
import type { HostedCar } from "./queries.ts";

export type TellHost = { config: Pick<Config, "publicUrl">; outbox: Pick<Outbox, "post"> };

/** Emails a car's host what became of it. */
export async function tellHost(
  { config, outbox }: TellHost,
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

/** Emails hosts what we did with their cars, for example by a file: one email to each host, however many cars there are. */
export async function tellOfCars(
  { config, outbox }: TellHost,
  tx: Db,
  what: ManyCarsEmail,
  all: readonly { hostId: string; id: string; name: string }[],
): Promise<void> {
  for (const [hostId, cars] of Map.groupBy(all, (car) => car.hostId)) {
    const host = await findAccount(tx, hostId);
    if (!host) continue;
    const language = await hostLanguage(tx, hostId);
    const [car] = cars;
    await outbox.post(
      tx,
      car && cars.length === 1
        ? hostCarEmail(config, what, host, language, car)
        : hostCarsEmail(config, what, host, language, cars.length),
    );
  }
}
