import { Refusal } from "#contract/errors.ts";
import type { ReturnDenial } from "#contract/return-denials.ts";
import { type DenyingSide, returnDenialHours } from "#domain/trips/return-denials.ts";
import { refuseOwnOrder } from "#server/auth/refuse-own-affair.ts";
import { audit } from "#server/db/audit.ts";
import type { Db } from "#server/db/open-database.ts";
import { withRetries } from "#server/db/retries.ts";
import { returnDenials } from "#server/db/schema/return-denials.ts";
import { announce } from "#server/events/announce.ts";
import { findHostingReader } from "#server/mail/host-reader.ts";
import { lockOrderWithCar } from "#server/orders/moves/lock-order-with-car.ts";
import { findStretches, shownStretches } from "#server/rentals/stretches.ts";
import type { Services } from "#server/services.ts";
import { recordNotFound } from "#server/trips/keep-image.ts";
import { findRecords } from "#server/trips/queries.ts";
import { returnDeniedEmails } from "./emails.ts";
import { recordDeniableUntil, findReturnDenials, presentReturnDenial } from "./queries.ts";

type Denial = { orderId: string; recordId: string; words: string; by: string; side: DenyingSide };

/**
 * Writes down that a car isn't back although its renter recorded the return: late days then don't end with that
 * record. The renter and administrators get an email. A repeated call changes nothing. Throws a Refusal.
 */
export const denyReturn = (services: Services, denial: Denial): Promise<ReturnDenial> =>
  withRetries(() => services.database.transaction((tx) => deny(services, tx, denial)));

async function deny(
  services: Services,
  tx: Db,
  { orderId, recordId, words, by, side }: Denial,
): Promise<ReturnDenial> {
  // A record of the return, or of the car's being back, takes the same lock.
  const order = await lockOrderWithCar(tx, orderId);
  const records = (await findRecords(tx, orderId)).map(({ record }) => record);
  const record = records.find(({ id }) => id === recordId);
  const stretches = await findStretches(tx, order);
  const hostId = stretches.find(({ number }) => number === record?.stretch)?.hostId ?? null;
  if (!record || (side === "host" && hostId !== by)) throw recordNotFound();
  if (side === "longbay") await refuseOwnOrder(tx, { order, by, gate: "admin" });
  const returns = { order, records, last: stretches.length };
  const shown = async () =>
    presentReturnDenial(record, { ...returns, denied: await findReturnDenials(tx, orderId) });
  const known = await shown();
  if (known) return known;
  const until = recordDeniableUntil(record, returns);
  if (!until || services.now() >= until.getTime()) throw notDeniable();
  await tx
    .insert(returnDenials)
    .values({ recordId: record.id, orderId, side, words, deniedBy: by, deniedAt: new Date(services.now()) });
  await audit(tx, {
    actor: by,
    entity: "order",
    entityId: orderId,
    action: "return_denied",
    after: { recordId: record.id },
    reason: words,
  });
  await announce(tx, {
    kind: "condition",
    orderId,
    to: [order.accountId, order.hostId, hostId],
    admins: "administrator",
  });
  const car = (await shownStretches(tx, order)).find(({ number }) => number === record.stretch);
  const host = await findHostingReader(tx, { id: orderId, hostId, carId: order.carId });
  await services.outbox.post(
    tx,
    returnDeniedEmails(
      services.config,
      { ...order, carName: car?.carName ?? order.carName },
      {
        returnedAt: record.finishedAt,
        dueOn: car?.until ?? order.returnDate,
        hostName: host?.name,
        side,
        words,
      },
    ),
  );
  const denied = await shown();
  if (!denied) throw new Error("A denial was not kept");
  return denied;
}

const notDeniable = (): Refusal =>
  new Refusal(
    "return_not_deniable",
    `A return can be denied within ${returnDenialHours} hours of the renter's record, as long as the car isn't recorded back.`,
  );
