import { and, type Column, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { ConditionKind } from "#domain/trips/condition.ts";
import { conditionRecords } from "#server/db/schema/condition.ts";
import type { Db } from "#server/db/open-database.ts";

/** SQL: a record is about the last car of an order. The return of an earlier car doesn't end the rental. */
export const isOfLastCar = (orderId: string | Column): SQL =>
  sql`${conditionRecords.stretch} > (select count(*) from order_stretches where order_id = ${orderId})`;

const hasFinished = async (db: Db, orderId: string, kind: ConditionKind, which?: SQL): Promise<boolean> =>
  (await db.$count(
    conditionRecords,
    and(
      eq(conditionRecords.orderId, orderId),
      eq(conditionRecords.kind, kind),
      which,
      isNotNull(conditionRecords.finishedAt),
    ),
  )) > 0;

/** Whether a record of the pickup of an order's last car is finished. */
export const isLastCarHandedOver = (db: Db, orderId: string): Promise<boolean> =>
  hasFinished(db, orderId, "pickup", isOfLastCar(orderId));

/** Whether the record of a rental's pickup, or of its last car's return, is finished. */
export const isRecorded = (db: Db, orderId: string, kind: ConditionKind): Promise<boolean> =>
  hasFinished(db, orderId, kind, kind === "return" ? isOfLastCar(orderId) : undefined);
