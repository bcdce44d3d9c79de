import { eq } from "drizzle-orm";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { findSignInFacts } from "#gotrue/queries.ts";
import { findAccount } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import type { Reader } from "./write-email.ts";

/** A host, or an order by its host and car. */
type Hosted = { hostId: string | null; id?: string; carId?: string | null };

/** The name, address and language of somebody an email to hosts goes to. */
export type HostReader = Reader & { name: string };

/** The host as the reader of an email; undefined where there is none, or nowhere to write to. */
export async function findHostReader(db: Db, { id, hostId, carId }: Hosted): Promise<HostReader | undefined> {
  const account = hostId === null ? undefined : await findAccount(db, hostId);
  if (!account?.email) return undefined;
  const { email, fullName: name } = account;
  return { email, name, language: await hostLanguage(db, account.id, carId), orderId: id };
}

/** The language of a host's account. A hosted project keeps none of ours: there it is that of the car's form. */
export async function hostLanguage(db: Db, hostId: string, carId?: string | null): Promise<Language> {
  const facts = await findSignInFacts(db, hostId);
  if (facts) return facts.language;
  const [car] = carId ? await db.select().from(hostCars).where(eq(hostCars.id, carId)) : [];
  return car?.language ?? defaultLanguage;
}
