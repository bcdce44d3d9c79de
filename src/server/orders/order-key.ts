import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { OrderRow } from "./queries.ts";

/** The 256-bit key in a visitor's letter, which shows and cancels the order. Only its hash is kept. */
export const makeKey = (): string => randomBytes(32).toString("base64url");

export const hashKey = (key: string): string => createHash("sha256").update(key).digest("base64url");

export const isKeyOf = (order: Pick<OrderRow, "keyHash">, key: string | undefined): boolean =>
  key !== undefined && timingSafeEqual(Buffer.from(hashKey(key)), Buffer.from(order.keyHash));
