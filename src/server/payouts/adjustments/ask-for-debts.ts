import { askedFrom } from "#domain/payouts/adjustments.ts";
import { audit } from "#server/db/audit.ts";
import { wireMoney } from "#domain/money.ts";
import { hostsAsked } from "#server/db/schema/money/host-adjustments.ts";
import { findHostReader } from "#server/mail/host-reader.ts";
import { type Services, today } from "#server/services.ts";
import { debtEmail } from "./emails.ts";
import { type Debt, findDebts } from "./queries.ts";

const atOnce = 200;
const firstId = "00000000-0000-0000-0000-000000000000";

/** The hour's job: asks hosts, once, to pay a debt that is too old to wait for later payouts to cover it. */
export async function askForDebts(services: Services): Promise<void> {
  for (let after = firstId; ;) {
    const debts = await findDebts(services.database, after, atOnce);
    for (const debt of debts)
      if (debt.askedAt === null && today(services) >= askedFrom(debt.since)) await ask(services, debt);
    const last = debts.at(-1);
    if (last === undefined || debts.length < atOnce) return;
    after = last.hostId;
  }
}

const ask = (services: Services, { hostId, amount, since }: Debt): Promise<void> =>
  services.database.transaction(async (tx) => {
    const [asked] = await tx
      .insert(hostsAsked)
      .values({ hostId, owedSince: since, askedAt: new Date(services.now()) })
      .onConflictDoNothing()
      .returning({ hostId: hostsAsked.hostId });
    if (!asked) return;
    await audit(tx, {
      actor: "system",
      entity: "user",
      entityId: hostId,
      action: "host_debt_asked",
      after: { amount: wireMoney(amount), since },
    });
    const reader = await findHostReader(tx, { hostId });
    if (reader) await services.outbox.post(tx, [debtEmail(services.config, reader, { amount, since })]);
  });
