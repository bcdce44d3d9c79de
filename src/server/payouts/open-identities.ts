import { and, inArray, isNull } from "drizzle-orm";
import { audit } from "#server/db/audit.ts";
import { payoutDetails, stripeAccounts } from "#server/db/schema/money/payouts.ts";
import { nameOf } from "#server/error-name.ts";
import type { Identity } from "#server/payments/provider.ts";
import { openDetails } from "./details.ts";
import { connectOf } from "./stripe-connect/onboarding.ts";
import type { Services } from "#server/services.ts";

/** Where a host's name and address come from, as the yearly list says it. */
export type IdentitySource = "Stripe" | "As typed" | "Kept by Stripe" | "Stripe gave no answer";
export type TaxIdentity = Partial<Identity> & { source: IdentitySource };

/**
 * The names and postal addresses of hosts: from Stripe if it pays them, else as they typed them with their bank
 * accounts. Who opened each of them is recorded before this answers.
 */
export async function openIdentities(
  services: Pick<Services, "config" | "database" | "log" | "providers" | "secret">,
  ids: readonly string[],
  by: string,
): Promise<Map<string, TaxIdentity>> {
  if (ids.length === 0) return new Map();
  const typed = await openTyped(services, ids, by);
  return new Map([...typed, ...(await askStripe(services, ids, by))]);
}

const openTyped = (
  services: Pick<Services, "database" | "secret">,
  ids: readonly string[],
  by: string,
): Promise<Map<string, TaxIdentity>> =>
  services.database.transaction(async (tx) => {
    const found = await tx
      .select()
      .from(payoutDetails)
      .where(and(inArray(payoutDetails.hostId, [...ids]), isNull(payoutDetails.replacedAt)));
    for (const { hostId, lastFour } of found)
      await audit(tx, {
        actor: by,
        entity: "user",
        entityId: hostId,
        action: "payout_details_opened",
        after: { lastFour, for: "yearly list" },
      });
    return new Map(
      found.map((details) => {
        const { holder: name, postalAddress } = openDetails(services, details);
        return [details.hostId, { name, postalAddress, source: "As typed" }];
      }),
    );
  });

const askedAtOnce = 8;

/** Asks Stripe about the hosts that it pays. After a group of hosts without any answer, it is not asked again. */
async function askStripe(
  services: Pick<Services, "config" | "database" | "log" | "providers">,
  ids: readonly string[],
  by: string,
): Promise<Map<string, TaxIdentity>> {
  const known = new Map<string, TaxIdentity>();
  if (!services.config.stripeConnect) return known;
  const { db } = services.database;
  const paid = await db
    .select()
    .from(stripeAccounts)
    .where(inArray(stripeAccounts.hostId, [...ids]));
  const connect = connectOf(services);
  let answers = true;
  for (let at = 0; at < paid.length; at += askedAtOnce) {
    const some = paid.slice(at, at + askedAtOnce);
    const found = await Promise.all(
      some.map(async ({ ref }): Promise<TaxIdentity> => {
        if (!answers) return { source: "Stripe gave no answer" };
        try {
          const identity = await connect.identityOf(ref);
          return identity ? { ...identity, source: "Stripe" } : { source: "Kept by Stripe" };
        } catch (error) {
          services.log.warn({ failure: nameOf(error) }, "Stripe gave no answer about a host");
          return { source: "Stripe gave no answer" };
        }
      }),
    );
    answers &&= found.some(({ source }) => source !== "Stripe gave no answer");
    for (const [index, identity] of found.entries()) known.set(some[index]?.hostId ?? "", identity);
  }
  await services.database.transaction(async (tx) => {
    for (const [hostId, { source }] of known)
      if (source === "Stripe")
        await audit(tx, {
          actor: by,
          entity: "user",
          entityId: hostId,
          action: "payout_details_opened",
          after: { from: "Stripe", for: "yearly list" },
        });
  });
  return known;
}
