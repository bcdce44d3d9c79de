import { defaultLanguage, type Language } from "#domain/languages.ts";
import { findSignInFacts } from "#gotrue/queries.ts";
import { findAccount } from "#server/auth/accounts.ts";
import type { Db } from "#server/db/open-database.ts";

/** Whom an email about a host's money goes to. */
export type HostReader = { email: string; name: string; language: Language };

/** A host as the reader of emails; undefined where the account has no address. */
export async function findHostReader(tx: Db, hostId: string): Promise<HostReader | undefined> {
  const account = await findAccount(tx, hostId);
  if (!account?.email) return undefined;
  const facts = await findSignInFacts(tx, hostId);
  return { email: account.email, name: account.fullName, language: facts?.language ?? defaultLanguage };
}
