import { eq } from "drizzle-orm";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { isHosting } from "#domain/people/relations.ts";
import { type AccountRow, findAccount } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { users } from "#server/db/schema/accounts.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import type { Reader } from "./write-email.ts";

/** A host, or an order by its host and car. */
type HostedCarRef = { hostId: string | null; id?: string; carId?: string | null };

/** The name, address and language of a host who gets an email. */
export type HostReader = Reader & { name: string };

/**
 * The host as the reader of an email about their money, which stays theirs even if they no longer host; undefined
 * without a host or an address.
 */
export const findHostReader = (db: Db, hosted: HostedCarRef): Promise<HostReader | undefined> =>
  findReader(db, hosted, () => true);

/**
 * The host as the reader of an email about an order or a car; also undefined if they no longer host, because the
 * pages that it links to are closed to them, and the back office takes care of their rentals.
 */
export const findHostingReader = (db: Db, hosted: HostedCarRef): Promise<HostReader | undefined> =>
  findReader(db, hosted, isHosting);

async function findReader(
  db: Db,
  { id, hostId, carId }: HostedCarRef,
  isReader: (account: AccountRow) => boolean,
): Promise<HostReader | undefined> {
  const account = hostId === null ? undefined : await findAccount(db, hostId);
  if (!account?.email || !isReader(account)) return undefined;
  const { email, fullName: name } = account;
  return { email, name, language: await hostLanguage(db, account.id, carId), orderId: id };
}

/** The language of a host's account. A hosted project has none: then it is the language of the car's form. */
export async function hostLanguage(db: Db, hostId: string, carId?: string | null): Promise<Language> {
  const [user] = await db.select({ language: users.language }).from(users).where(eq(users.id, hostId));
  if (user) return user.language;
  const [car] = carId ? await db.select().from(hostCars).where(eq(hostCars.id, carId)) : [];
  return car?.language ?? defaultLanguage;
}
