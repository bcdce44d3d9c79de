import { eq, inArray } from "drizzle-orm";
import type { QueuedVerification, queueStatuses } from "#contract/admin/papers.ts";
import { type IsoDate } from "#domain/dates.ts";
import { hasDrivenEnough, isOldEnough, yearsBetween } from "#domain/papers/licence.ts";
import { statusOn, type VerificationSubject } from "#domain/papers/verification.ts";
import { accounts } from "#server/db/schema/accounts.ts";
import type { Database, Db } from "#server/db/open-database.ts";
import { documents, insuranceProofs, licences } from "#server/db/schema/papers.ts";
import { orders } from "#server/db/schema/orders.ts";
import { presentDocument } from "#server/papers/documents/routes.ts";
import { presentInsurance, presentLicence, presentVerification } from "#server/papers/present.ts";
import { type DocumentRow, findLicenceDocuments, licenceStatus } from "#server/papers/queries.ts";

export type QueueFilters = {
  /** By default every status except drafts. */
  status?: (typeof queueStatuses)[number] | undefined;
  subject?: VerificationSubject | undefined;
  accountId?: string | undefined;
};
type Page = { today: IsoDate; limit: number; cursor?: string | undefined };
type FoundVerification = { id: string; subject: VerificationSubject };

const tables: Record<VerificationSubject, { name: string; endsOn: string }> = {
  licence: { name: "licences", endsOn: "expires_on" },
  insurance_proof: { name: "insurance_proofs", endsOn: "valid_until" },
};

/** Nobody reads further than this. */
const mostCounted = 1000;

/** $1 is Los Angeles's date, $2 an account or null. */
function selected(
  { status, subject }: QueueFilters,
  columns: (subject: string) => string,
  more = "",
): string {
  const subjects = (Object.keys(tables) as VerificationSubject[]).filter(
    (one) => !subject || one === subject,
  );
  const parts = subjects.map((one) => {
    const { name, endsOn } = tables[one];
    const states = {
      submitted: "state = 'submitted'",
      declined: "state = 'declined'",
      verified: `state = 'verified' and ${endsOn} >= $1::date`,
      expired: `state = 'verified' and ${endsOn} < $1::date`,
    };
    const condition = status ? states[status] : "state <> 'draft'";
    return `(select ${columns(one)} from ${name} where $1::date is not null and ${condition} and ($2::uuid is null or account_id = $2::uuid)${more})`;
  });
  return parts.join(" union all ");
}

/** Waiting papers come oldest first; decided ones newest first. */
export async function findQueued(
  { rows }: Pick<Database, "rows">,
  filters: QueueFilters,
  { today, limit, cursor }: Page,
): Promise<FoundVerification[]> {
  const isWaiting = filters.status === "submitted";
  const [way, beyond] = isWaiting ? ["asc", ">"] : ["desc", "<"];
  const place = `(select submitted_at, id from licences where id = $3::uuid union all select submitted_at, id from insurance_proofs where id = $3::uuid)`;
  const after = cursor
    ? ` and (submitted_at, id) ${beyond} (select submitted_at, id from ${place} as place)`
    : "";
  const order = `order by submitted_at ${way}, id ${way} limit ${limit}`;
  const parts = selected(
    filters,
    (subject) => `id, '${subject}' as subject, submitted_at`,
    `${after} ${order}`,
  );
  return rows<FoundVerification>(`select id, subject from (${parts}) as found ${order}`, [
    today,
    filters.accountId ?? null,
    ...(cursor ? [cursor] : []),
  ]);
}

export async function countQueued(
  { rows }: Pick<Database, "rows">,
  filters: QueueFilters,
  today: IsoDate,
): Promise<number> {
  const [counted] = await rows<{ total: number }>(
    `select count(*)::int as total from (select from (${selected(filters, () => "1 as one", ` limit ${mostCounted}`)}) as each limit ${mostCounted}) as found`,
    [today, filters.accountId ?? null],
  );
  return counted?.total ?? 0;
}

/** These verifications with all that is needed to decide them, in the same order. */
export async function loadQueued(
  db: Db,
  found: readonly FoundVerification[],
  today: IsoDate,
): Promise<QueuedVerification[]> {
  const idsOf = (subject: VerificationSubject) =>
    found.filter((one) => one.subject === subject).map(({ id }) => id);
  const [licenceIds, proofIds] = [idsOf("licence"), idsOf("insurance_proof")];
  const loaded = new Map<string, QueuedVerification>();
  if (licenceIds.length) for (const one of await loadLicences(db, licenceIds, today)) loaded.set(one.id, one);
  if (proofIds.length) for (const one of await loadProofs(db, proofIds, today)) loaded.set(one.id, one);
  return found.flatMap(({ id }) => loaded.get(id) ?? []);
}

const decider = (db: Db) =>
  db.select({ id: accounts.id, name: accounts.fullName, email: accounts.email }).from(accounts).as("decider");
type Person = { id: string; fullName: string; email: string };
const personOf = ({ id, fullName, email }: Person) => ({ id, name: fullName, email });

async function loadLicences(db: Db, ids: string[], today: IsoDate): Promise<QueuedVerification[]> {
  const by = decider(db);
  const rows = await db
    .select({ licence: licences, account: accounts, byName: by.name, byEmail: by.email })
    .from(licences)
    .innerJoin(accounts, eq(accounts.id, licences.accountId))
    .leftJoin(by, eq(by.id, licences.decidedBy))
    .where(inArray(licences.id, ids));
  const pictures = await findLicenceDocuments(
    db,
    rows.map(({ account }) => account.id),
  );
  return rows.map(({ licence, account, byName, byEmail }) => ({
    ...presentVerification(licence, licenceStatus(licence, today)),
    id: licence.id,
    subject: "licence",
    language: licence.language,
    decidedBy: byName || byEmail || null,
    account: personOf(account),
    licence: {
      ...presentLicence(licence),
      age: yearsBetween(licence.birthDate, today),
      isOldEnough: isOldEnough(licence.birthDate, today),
      drivingYears: yearsBetween(licence.firstIssuedOn ?? licence.issuedOn, today),
      hasDrivenEnough: hasDrivenEnough(licence, today),
      isExpired: licence.expiresOn < today,
    },
    insurance: null,
    documents: pictures
      .filter(({ accountId }) => accountId === account.id)
      .toSorted(byKind)
      .map(presentDocument),
  }));
}

const kindOrder = ["licence_front", "licence_back", "passport", "translation", "insurance_proof"];
const byKind = (a: DocumentRow, b: DocumentRow): number =>
  kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind);

async function loadProofs(db: Db, ids: string[], today: IsoDate): Promise<QueuedVerification[]> {
  const by = decider(db);
  const rows = await db
    .select({
      proof: insuranceProofs,
      account: accounts,
      document: documents,
      order: {
        id: orders.id,
        orderNumber: orders.orderNumber,
        pickupDate: orders.pickupDate,
        returnDate: orders.returnDate,
        customerName: orders.customerName,
      },
      byName: by.name,
      byEmail: by.email,
    })
    .from(insuranceProofs)
    .innerJoin(accounts, eq(accounts.id, insuranceProofs.accountId))
    .innerJoin(orders, eq(orders.id, insuranceProofs.orderId))
    .leftJoin(documents, eq(documents.id, insuranceProofs.documentId))
    .leftJoin(by, eq(by.id, insuranceProofs.decidedBy))
    .where(inArray(insuranceProofs.id, ids));
  return rows.map(({ proof, account, document, order, byName, byEmail }) => ({
    ...presentVerification(proof, statusOn(today, proof)),
    id: proof.id,
    subject: "insurance_proof",
    language: proof.language,
    decidedBy: byName || byEmail || null,
    account: personOf(account),
    licence: null,
    insurance: { ...presentInsurance(proof), order },
    documents: document ? [presentDocument(document)] : [],
  }));
}
