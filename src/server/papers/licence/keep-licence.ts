import { eq } from "drizzle-orm";
import type { Language } from "#domain/languages.ts";
import type { LicenceDates } from "#domain/papers/licence.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import { licences } from "#server/db/schema/papers.ts";
import { findLicence, type LicenceRow } from "#server/papers/queries.ts";
import type { Services } from "#server/services.ts";
import { resubmitLicence } from "./submit.ts";

/** A licence's data in the form that we keep. */
export type TypedLicence = Pick<LicenceRow, "number" | "fullName" | "country" | "usState" | "firstIssuedOn"> &
  LicenceDates;

/** Typing the same data again changes nothing, unless the licence was declined: then it is checked again. */
export async function keepLicence(
  services: Services,
  accountId: string,
  typed: TypedLicence,
  language: Language,
): Promise<void> {
  await services.database.transaction(async (tx) => {
    await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for("no key update");
    const before = await findLicence(tx, accountId);
    const isSame =
      before && (Object.keys(typed) as (keyof TypedLicence)[]).every((key) => before[key] === typed[key]);
    if (isSame && (before.state === "submitted" || before.state === "verified")) return;
    const kept = { ...typed, language, updatedAt: new Date(services.now()) };
    if (before) await tx.update(licences).set(kept).where(eq(licences.id, before.id));
    else await tx.insert(licences).values({ ...kept, accountId, state: "draft", version: 0 });
    await resubmitLicence(services, tx, accountId);
  });
}
