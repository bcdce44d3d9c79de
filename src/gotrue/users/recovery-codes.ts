import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { spelled } from "#domain/orders/order-numbers.ts";
import { plainCode } from "#domain/plain-text.ts";
import { recoveryCodes } from "#server/db/schema/factors.ts";
import type { Db } from "#server/db/open-database.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { hashCode } from "#gotrue/sessions/sealing.ts";

const howMany = 10;
const emails = 10;

/** A code as it is kept: case, width, spaces and dashes don't matter. */
const normal = (code: string): string => plainCode(code).toUpperCase();

const hash = (services: AuthServices, userId: string, code: string): string =>
  hashCode(services, `recovery ${userId}`, normal(code));

/**
 * Makes ten codes such as "7K3F9-QXA2M" in place of earlier ones, each for one sign-in. A code has 49 bits, which
 * is enough since a factor allows few tries.
 */
export async function replaceRecoveryCodes(
  services: AuthServices,
  tx: Db,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => spelled(randomBytes(emails)).replace(/^.{5}/, "$&-"));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ codeHash: hash(services, userId, code), userId })));
  return codes;
}

/** Uses up a recovery code. False if there is no such code, or it was used. */
export async function spendRecoveryCode(
  services: AuthServices,
  tx: Db,
  userId: string,
  code: string,
): Promise<boolean> {
  if (normal(code).length !== emails) return false;
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date(services.now()) })
    .where(
      and(
        eq(recoveryCodes.codeHash, hash(services, userId, code)),
        eq(recoveryCodes.userId, userId),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning();
  return used.length > 0;
}
