import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { users, sessions } from "./accounts.ts";

export const factors = pgTable(
  "factors",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text({ enum: ["totp", "phone"] }).notNull(),
    status: text({ enum: ["unverified", "verified"] })
      .notNull()
      .default("unverified"),
    friendlyName: text("friendly_name"),
    /** The shared secret of an authenticator, encrypted with the installation's key. */
    sealedSecret: text("sealed_secret"),
    phone: text(),
    /** The last accepted time step: no code is accepted twice. */
    lastStep: integer("last_step"),
    /** Wrong codes in a row; after five the factor rests until `restsUntil`. */
    misses: integer().notNull().default(0),
    restsUntil: instant("rests_until"),
    lastChallengedAt: instant("last_challenged_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (factor) => [
    uniqueIndex("factors_name")
      .on(factor.userId, factor.friendlyName)
      .where(sql`friendly_name <> ''`),
  ],
);

export const factorChallenges = pgTable(
  "factor_challenges",
  {
    id: uuid().primaryKey(),
    factorId: uuid("factor_id")
      .notNull()
      .references(() => factors.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    codeHash: text("code_hash"),
    tries: integer().notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (challenge) => [
    index("factor_challenges_by_factor").on(challenge.factorId),
    index("factor_challenges_by_session").on(challenge.sessionId),
  ],
);

/** Codes on paper, each accepted once in place of an authenticator's. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    usedAt: instant("used_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (code) => [index("recovery_codes_by_user").on(code.userId)],
);
