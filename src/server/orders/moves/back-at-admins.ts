import { backAtAdminsColumns, type RequestAnswer } from "#domain/orders/host-requests.ts";
import type { Db } from "#server/db/open-database.ts";
import { backAtAdminsEmail } from "#server/orders/emails/to-admin.ts";
import { tellHost } from "#server/orders/emails/to-host.ts";
import type { OrderRow } from "#server/orders/queries.ts";
import type { Services } from "#server/services.ts";
import { changeOrder } from "./change-order.ts";

/**
 * Gives a plan order back to the back office because the car's host declined or did not answer in time: the renter
 * still waits, and the car's days are free. Must hold the car's lock and the order's.
 */
export async function giveBackToAdmins(
  services: Services,
  tx: Db,
  order: OrderRow,
  { answer, by }: { answer: RequestAnswer; by: string },
): Promise<void> {
  const columns = backAtAdminsColumns(new Date(services.now()), answer);
  const isSilent = answer.answer === "lapsed";
  await changeOrder(tx, order, columns, {
    by,
    action: isSilent ? "host_silent" : "host_declined",
    before: { car: order.carName },
    ...(answer.reason && { reason: answer.reason }),
  });
  await services.outbox.post(tx, [backAtAdminsEmail(services.config, order, answer)]);
  if (isSilent) await tellHost(services, tx, order, "lapsed");
}
