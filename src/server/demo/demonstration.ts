import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { eq } from "drizzle-orm";
import { spelled } from "#domain/orders/order-numbers.ts";
import { fullPermissions, type Role } from "#domain/people/permissions.ts";
import { makeInvitation } from "#server/accounts/invitations.ts";
import { hashPassword } from "#gotrue/sign-up/passwords.ts";
import { providersOf } from "#gotrue/present-user.ts";
import { bareUser, createUser } from "#gotrue/sign-up/sign-up.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { settings } from "#server/db/schema/shared.ts";
import { importCars } from "#server/imports/import-cars.ts";
import type { Services } from "#server/services.ts";

export const demoFleet = resolve(import.meta.dirname, "../../../fleet/fleet.csv");

const people: { email: string; name: string; username: string; role: Role; since: string }[] = [
  {
    email: "customer@longbay.example",
    name: "Casey Rivera",
    username: "casey",
    role: "customer",
    since: "2024-03-09T18:00:00Z",
  },
  {
    email: "host@longbay.example",
    name: "Hao Chen",
    username: "haochen",
    role: "host",
    since: "2025-06-02T18:00:00Z",
  },
  {
    email: "admin@longbay.example",
    name: "Ada Moreno",
    username: "ada",
    role: "admin",
    since: "2024-01-15T18:00:00Z",
  },
];

/**
 * Fills an empty database for trying out: the fleet, three accounts and an administrator's code. Returns lines for
 * the person at the console, only the first time.
 */
export async function stockDemonstration(services: Services): Promise<string[]> {
  const { database } = services;
  const [found] = await database.rows<{ cars: boolean; welcomed: boolean }>(
    "select exists (select from cars) as cars, exists (select from settings where key = 'welcomed') as welcomed",
  );
  if (!found?.cars) await importCars(services, demoFleet, { actor: "demonstration", fileName: "fleet.csv" });
  if (found?.welcomed) return [];
  const { code } = await makeInvitation(services, { permissions: [...fullPermissions] });
  const said = await welcome(services);
  return [
    ...said,
    `To make an administrator of your own, sign up at /signup?type=admin with the code ${code}`,
  ];
}

/** Makes the accounts and the note about them in one transaction. A hosted project has accounts of its own. */
async function welcome({ auth, database, config }: Services): Promise<string[]> {
  const password = config.demoPassword ?? spelled(randomBytes(10)).toLowerCase();
  const passwordHash = await hashPassword(password);
  await database.transaction(async (tx) => {
    if (auth) for (const person of people) await openDemoAccount(tx, person, passwordHash);
    await tx.insert(settings).values({ key: "welcomed", value: "yes" }).onConflictDoNothing();
  });
  if (!auth) return [];
  return [
    `Demonstration accounts: ${people.map(({ email }) => email).join(", ")}, with the password ${password}`,
  ];
}

async function openDemoAccount(
  tx: Db,
  { email, name, username, role, since }: (typeof people)[number],
  passwordHash: string,
): Promise<void> {
  const at = new Date(since);
  const { id } = await createUser(tx, {
    ...bareUser(crypto.randomUUID(), at, "en"),
    email,
    passwordHash,
    emailConfirmedAt: at,
    userMetadata: { full_name: name, username, email_verified: true },
    appMetadata: providersOf({ email, phone: null }),
  });
  await tx
    .update(accounts)
    .set({ role, permissions: role === "admin" ? [...fullPermissions] : [], createdAt: at })
    .where(eq(accounts.id, id));
}
