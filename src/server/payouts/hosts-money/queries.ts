import { and, inArray, isNull, sql } from "drizzle-orm";
import type { IsoDate } from "#domain/dates.ts";
import type { Cents } from "#domain/money.ts";
import { audit } from "#server/db/audit.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { payoutDetails, stripeAccounts } from "#server/db/schema/money/payouts.ts";
import { nameOf } from "#server/error-name.ts";
import type { Identity } from "#server/payments/provider.ts";
import { openDetails } from "#server/payouts/details.ts";
import { balancesOf, isHeldHost, nextPayoutDay } from "#server/payouts/queries.ts";
import { connectOf } from "#server/payouts/stripe-connect/onboarding.ts";
import type { Services } from "#server/services.ts";

type HostMoney = { open: Cents; payable: Cents; isHeld: boolean };
/** The day of the next payout, and the balance of each of some hosts, including a payout under way. */
export type MoneyOfHosts = { on: IsoDate; hosts: Map<string, HostMoney> };

/** The money of some hosts that isn't paid out, and the part of it that the next payout brings. */
export async function moneyOfHosts(
  services: Pick<Services, "config" | "database" | "now">,
  ids: readonly string[],
): Promise<MoneyOfHosts> {
  const { day: on } = nextPayoutDay(services);
  if (ids.length === 0) return { on, hosts: new Map() };
  const { db } = services.database;
  const balanceOf = await balancesOf(services, ids);
  const held = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, [...ids]), sql.raw(isHeldHost)));
  return {
    on,
    hosts: new Map(
      ids.map((id) => {
        const { open, next } = balanceOf(id);
        return [id, { open, payable: next.amount, isHeld: held.some((one) => one.id === id) }];
      }),
    ),
  };
}

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

/** Asks Stripe about the hosts that it pays. After a group of hosts without any answer, it is asked no more. */
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
