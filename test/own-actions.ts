import { addDays } from "#domain/dates.ts";
import { hostApplications } from "#server/db/schema/accounts.ts";
import { insuranceProofs, licences } from "#server/db/schema/papers.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { today } from "#server/services.ts";
import type { Person } from "./accounts.ts";
import { fillRecord, finish, makeOrder, orderRow } from "./condition.ts";
import { recordReading } from "./ended-rentals.ts";
import { type MoneyAction, moneyActions, type Send, type Setting } from "./money-actions.ts";
import { aLicence } from "./papers.ts";

const put =
  ({ test }: Setting, url: string, payload: object): Send =>
  (by: Person) =>
    test.app.inject({ method: "PUT", url, payload, headers: by.authorization });

async function review({ test, renter }: Setting): Promise<string> {
  const orderId = await makeOrder(test, renter.id, { status: "completed" });
  const { carId } = await orderRow(test, orderId);
  const id = crypto.randomUUID();
  await test.services.database.db.insert(reviews).values({
    id,
    orderId,
    carId: carId ?? "",
    authorId: renter.id,
    authorName: "Wei",
    rating: 2,
    comment: "It was loud.",
    language: "en",
    publishedAt: new Date(test.services.now()),
    createdAt: new Date(test.services.now()),
  });
  return id;
}

const submitted = ({ test }: Setting) =>
  ({ state: "submitted", language: "en", submittedAt: new Date(test.services.now()) }) as const;

/** What administrators decide about a renter, apart from money. */
const otherActions: readonly MoneyAction[] = [
  {
    name: "verifies a license",
    call: "PUT /api/admin/verifications/:id",
    async make(setting) {
      const { number, name: fullName, birthDate, issueDate: issuedOn } = aLicence;
      const typed = { number, fullName, country: "US", usState: "CA", birthDate, issuedOn };
      const [row] = await setting.test.services.database.db
        .insert(licences)
        .values({
          ...typed,
          ...submitted(setting),
          accountId: setting.renter.id,
          expiresOn: "2039-04-12",
        })
        .returning();
      return put(setting, `/api/admin/verifications/${row?.id}`, { decision: "verified" });
    },
  },
  {
    name: "verifies a proof of insurance",
    call: "PUT /api/admin/verifications/:id",
    async make(setting) {
      const { test, renter } = setting;
      const on = today(test.services);
      const [row] = await test.services.database.db
        .insert(insuranceProofs)
        .values({
          ...submitted(setting),
          orderId: await makeOrder(test, renter.id),
          accountId: renter.id,
          insurer: "Bay Mutual",
          policyNumber: "P-17",
          validFrom: on,
          validUntil: addDays(on, 90),
        })
        .returning();
      return put(setting, `/api/admin/verifications/${row?.id}`, { decision: "verified" });
    },
  },
  {
    name: "decides on an application to host",
    call: "POST /api/admin/host-applications/:id/decision",
    async make({ test, renter }) {
      const [row] = await test.services.database.db
        .insert(hostApplications)
        .values({ accountId: renter.id })
        .returning();
      return (by) =>
        test.app.inject({
          method: "POST",
          url: `/api/admin/host-applications/${row?.id}/decision`,
          payload: { decision: "approved" },
          headers: by.authorization,
        });
    },
  },
  {
    name: "hides a review",
    call: "PUT /api/admin/reviews/:id",
    make: async (setting) =>
      put(setting, `/api/admin/reviews/${await review(setting)}`, { isHidden: true, reason: "Untrue" }),
  },
  {
    name: "replies to a review",
    call: "PUT /api/reviews/:id/reply",
    make: async (setting) => put(setting, `/api/reviews/${await review(setting)}/reply`, { text: "Thanks" }),
  },
  {
    name: "hands over a car although something lacks",
    call: "POST /api/orders/:id/condition-records/:recordId/finish",
    async make({ test, renter }) {
      const orderId = await makeOrder(test, renter.id, { isPaid: false });
      const { id: recordId } = await fillRecord(test, renter, orderId, "pickup");
      return (by) => finish(test, by, { orderId, recordId }, { overrideReason: "Known to us" });
    },
  },
  {
    name: "records the return of an order of one's address for us",
    call: "POST /api/orders/:id/condition-records/:recordId/finish",
    async make({ test, renter }) {
      const rental = { status: "in_progress", customerEmail: renter.email } as const;
      const orderId = await makeOrder(test, null, rental);
      const { id: recordId } = await fillRecord(test, renter, orderId, "return");
      return (by) => finish(test, by, { orderId, recordId });
    },
  },
  {
    name: "denies the return of an order of one's address",
    call: "POST /api/orders/:id/condition-records/:recordId/deny-return",
    async make({ test, renter }) {
      const rental = { status: "completed", isCarOut: true, customerEmail: renter.email } as const;
      const orderId = await makeOrder(test, null, rental);
      const at = new Date(test.services.now());
      const reading = { orderId, stretch: 1, odometer: 13_000, by: renter.id, at };
      await recordReading(test.services, { ...reading, kind: "return" });
      const [record] = await test.services.database.rows<{ id: string }>(
        "select id from condition_records where order_id = $1",
        [orderId],
      );
      return (by) =>
        test.app.inject({
          method: "POST",
          url: `/api/orders/${orderId}/condition-records/${record?.id}/deny-return`,
          payload: { words: "It isn't here." },
          headers: by.authorization,
        });
    },
  },
];

/** All decisions of administrators about a renter, who may be an administrator too. */
export const ownActions: readonly MoneyAction[] = [...moneyActions, ...otherActions];
