import { eq } from "drizzle-orm";
import { invalidField, Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { type Decision, type DeclineReason, reasonsFor } from "#domain/papers/verification.ts";
import { type AccountRow, findAccount } from "#server/auth/accounts.ts";
import { refuseOwnAffair } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { insuranceProofs, licences } from "#server/db/schema/papers.ts";
import { orders } from "#server/db/schema/orders.ts";
import { announce } from "#server/events/announce.ts";
import { verificationEmail } from "#server/papers/emails.ts";
import type { LicenceRow, ProofRow } from "#server/papers/queries.ts";
import type { Services } from "#server/services.ts";

type PaperDecision = {
  id: string;
  by: AccountRow;
  decision: Decision;
  reasonCode?: DeclineReason | undefined;
  reason?: string | undefined;
  /** The version of the papers that the administrator saw; without it the present papers are decided about. */
  version?: number | undefined;
};
type Subject = { subject: "licence"; row: LicenceRow } | { subject: "insurance_proof"; row: ProofRow };

/**
 * Verifies or declines papers that were handed in, once, and emails their owner. Throws a Refusal for the decider's
 * own papers, for papers that were decided about or changed meanwhile, and for declining without a reason.
 */
export async function decide(
  services: Services,
  { id, by, decision, reasonCode, reason = "", version }: PaperDecision,
): Promise<Subject["subject"]> {
  return services.database.transaction(async (tx) => {
    const found = await lock(tx, id);
    const account = await findAccount(tx, found.row.accountId);
    if (!account) throw verificationNotFound();
    const of =
      found.subject === "licence"
        ? ({ entity: "user", entityId: account.id } as const)
        : ({ entity: "order", entityId: found.row.orderId } as const);
    await refuseOwnAffair(tx, {
      by: by.id,
      gate: "manage_users",
      renter: { accountId: account.id, customerEmail: account.email },
      of,
    });
    if (version !== undefined && version !== found.row.version)
      throw new Refusal("verification_changed", "This has changed in the meantime. Please reload it.");
    if (found.row.state !== "submitted")
      throw new Refusal("verification_decided", "This has already been decided.");
    const code = decision === "declined" ? codeOf(found.subject, reasonCode, reason) : null;
    const said = decision === "declined" ? reason : "";
    const at = new Date(services.now());
    const change = {
      state: decision,
      decidedAt: at,
      decidedBy: by.id,
      reasonCode: code,
      reason: said,
      updatedAt: at,
    };
    const table = found.subject === "licence" ? licences : insuranceProofs;
    await tx.update(table).set(change).where(eq(table.id, id));
    const why = { actor: by.id, reason: [code, said].filter(Boolean).join(": ") || null };
    await (of.entity === "user"
      ? audit(tx, { ...why, ...of, action: `licence_${decision}` })
      : audit(tx, { ...why, ...of, action: `insurance_proof_${decision}` }));
    await announce(tx, { kind: "verification", to: [account.id], admins: "manage_users" });
    await emailRenter(services, tx, found, account, { decision, code, reason: said });
    return found.subject;
  });
}

/** Locks the licence or proof of insurance with this id. Throws a Refusal if there is none, or only a draft. */
async function lock(tx: Db, id: string): Promise<Subject> {
  const [licence] = await tx.select().from(licences).where(eq(licences.id, id)).for("update");
  if (licence && licence.state !== "draft") return { subject: "licence", row: licence };
  const [proof] = await tx.select().from(insuranceProofs).where(eq(insuranceProofs.id, id)).for("update");
  if (proof) return { subject: "insurance_proof", row: proof };
  throw verificationNotFound();
}

function codeOf(subject: Subject["subject"], code: DeclineReason | undefined, reason: string): DeclineReason {
  if (code && !reasonsFor[subject].includes(code)) throw invalidField("reasonCode", "is no reason for this");
  const isSaid = reason !== "" || (code !== undefined && code !== "other");
  if (!isSaid) throw invalidField("reason", "is required to decline", "missing");
  return code ?? "other";
}

type DecisionMade = { decision: Decision; code: DeclineReason | null; reason: string };

async function emailRenter(
  { config, outbox }: Services,
  tx: Db,
  { subject, row }: Subject,
  account: AccountRow,
  { decision, code, reason }: DecisionMade,
): Promise<void> {
  if (account.email === "") return;
  const to = { ...account, language: row.language };
  const why = { reasonCode: code, reason };
  if (subject === "licence")
    return void (await outbox.post(tx, [verificationEmail(config, { subject, what: decision, to, ...why })]));
  const [order] = await tx.select().from(orders).where(eq(orders.id, row.orderId));
  if (!order) return;
  await outbox.post(tx, [verificationEmail(config, { subject, what: decision, to, order, ...why })]);
}

export const verificationNotFound = (): Refusal => notFound("verification_not_found");
