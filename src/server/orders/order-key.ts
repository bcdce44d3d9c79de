import { timingSafeEqual } from "node:crypto";
import { hashToken } from "#server/link-tokens.ts";
import type { OrderRow } from "./queries.ts";

/** Whether a key is the one in the renter's letter, which shows and cancels the order. */
export const isKeyOf = (order: Pick<OrderRow, "keyHash">, key: string | undefined): boolean =>
  key !== undefined && timingSafeEqual(Buffer.from(hashToken(key)), Buffer.from(order.keyHash));
