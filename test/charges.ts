import type { AdminCharge, Charge } from "#contract/charges.ts";
import type { Attachment } from "#contract/conversations.ts";
import type { Person } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import { aPicture } from "./papers.ts";

/** Uploads a picture that belongs to nothing yet. */
export async function sendEvidence({ app }: TestApp, by: Person): Promise<string> {
  const id = crypto.randomUUID();
  const form = new FormData();
  form.append("id", id);
  form.append("file", new File([new Uint8Array(await aPicture(60, 40))], "door.jpg"));
  const sent = new Response(form);
  const answer = await app.inject({
    method: "POST",
    url: "/api/uploads",
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { "content-type": sent.headers.get("content-type") ?? "", ...by.authorization },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<Attachment>().id;
}

export const propose = ({ app }: TestApp, by: Person, orderId: string, payload: object) =>
  app.inject({
    method: "POST",
    url: `/api/orders/${orderId}/charges`,
    payload,
    headers: by.authorization,
  });

export const answer = ({ app }: TestApp, by: Person, id: string, payload: object) =>
  app.inject({ method: "PUT", url: `/api/charges/${id}/answer`, payload, headers: by.authorization });

export const decide = ({ app }: TestApp, by: Person, id: string, payload: object) =>
  app.inject({ method: "PUT", url: `/api/admin/disputes/${id}`, payload, headers: by.authorization });

export const withdraw = ({ app }: TestApp, by: Person, id: string, reason = "Mistaken") =>
  app.inject({
    method: "PUT",
    url: `/api/admin/charges/${id}/withdraw`,
    payload: { reason },
    headers: by.authorization,
  });

/** A charge of a running rental with its evidence. */
export async function makeCharge(
  test: TestApp,
  by: Person,
  orderId: string,
  wanted: { category?: Charge["category"]; amount?: string; words?: string } = {},
): Promise<AdminCharge> {
  const sent = { category: "cleaning", amount: "80.00", words: "Sand on every seat.", ...wanted };
  const made = await propose(test, by, orderId, { ...sent, evidence: [await sendEvidence(test, by)] });
  if (made.statusCode !== 201) throw new Error(made.body);
  return made.json<AdminCharge>();
}

/** How much the renter owes for a charge, by the ledger. */
export async function ledgerOf({ services }: TestApp, chargeId: string): Promise<number> {
  const [sum] = await services.database.rows<{ owed: number }>(
    `select coalesce(sum(e.amount), 0)::int as owed from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where t.charge_id = $1 and e.account = 'renter'`,
    [chargeId],
  );
  return sum?.owed ?? 0;
}
