import { isOwnedBy } from "#domain/people/relations.ts";
import { timingSafeEqual } from "node:crypto";
import type { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { linkLife } from "#domain/papers/documents.ts";
import { can } from "#domain/people/permissions.ts";
import type { AccountRow } from "#server/auth/accounts.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { keyedHash } from "#server/http/client-key.ts";
import { type DocumentRow, findDocument } from "#server/papers/queries.ts";
import type { Services } from "#server/services.ts";

/** A document for a person who may see it: its owner, and administrators with manage_users. Throws a Refusal. */
export async function visibleDocument(
  { database }: Pick<Services, "database">,
  id: string,
  viewer: AccountRow,
): Promise<DocumentRow> {
  const found = isUuid(id) ? await findDocument(database.db, id) : undefined;
  if (!found || !(isOwnedBy(found, viewer.id) || can(viewer, "manage_users"))) throw documentNotFound();
  return found;
}

/** The address that shows a document to one viewer, for five minutes. */
export function linkTo(
  services: Pick<Services, "secret" | "now">,
  id: string,
  viewerId: string,
): { url: string; expiresAt: string } {
  const until = services.now() + linkLife;
  const key = signatureOf(services, id, viewerId, until);
  return {
    url: `/api/account/documents/${id}/content?until=${until}&key=${key}`,
    expiresAt: new Date(until).toISOString(),
  };
}

/** Throws a Refusal unless the link was made for this viewer and this document, and still holds. */
export function checkLink(
  services: Pick<Services, "secret" | "now">,
  { id, viewerId, until, key }: { id: string; viewerId: string; until?: unknown; key?: unknown },
): void {
  if (typeof until !== "string" || typeof key !== "string" || !/^\d{10,16}$/.test(until))
    throw documentNotFound();
  const wanted = Buffer.from(signatureOf(services, id, viewerId, Number(until)));
  const given = Buffer.from(key);
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  if (!isOurs || services.now() >= Number(until)) throw documentNotFound();
}

const signatureOf = (
  services: Pick<Services, "secret">,
  id: string,
  viewerId: string,
  until: number,
): string => keyedHash(services, `document link ${id.toLowerCase()} ${viewerId} ${until}`);

export const documentNotFound = (): Refusal => notFound("document_not_found");
