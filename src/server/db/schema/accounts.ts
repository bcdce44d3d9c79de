import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { type Permission, roles } from "#domain/people/permissions.ts";
import { instant, oneOf } from "./columns.ts";

/** A person's account with us, whichever service signs the person in. The id comes from the sign-in service. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid().primaryKey(),
    /** The confirmed address; empty for an account without one. */
    email: text().notNull().default(""),
    fullName: text("full_name").notNull().default(""),
    /** Lower case, letters, digits and underscores; null until one is chosen. */
    username: text(),
    phone: text().notNull().default(""),
    role: text({ enum: roles }).notNull().default("customer"),
    permissions: text().array().$type<Permission[]>().notNull().default([]),
    /** An administrator who may look at what their permissions open, and change nothing. */
    isReadOnly: boolean("is_read_only").notNull().default(false),
    suspendedAt: instant("suspended_at"),
    /**
     * Since when the person may host: a mark beside the role. A customer with the mark has the role `host`, an
     * administrator keeps the role `admin`. A trigger keeps the mark and the two roles together.
     */
    hostingSince: instant("hosting_since"),
    calendarVersion: integer("calendar_version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    searchText: text("search_text").generatedAlwaysAs(
      sql`spelled_out(' ' || folded(full_name) || ' ' || coalesce(username, '') || ' ' || folded(email) || ' ' || regexp_replace(folded(phone), '[^0-9]', '', 'g'))`,
    ),
  },
  (account) => [
    check("accounts_role", oneOf("role", roles)),
    check("accounts_read_only", sql`not is_read_only or role = 'admin'`),
    check(
      "accounts_hosting",
      sql`case role when 'host' then hosting_since is not null when 'customer' then hosting_since is null else true end`,
    ),
    check("accounts_username", sql`username ~ '^[a-z0-9_]{3,30}$'`),
    uniqueIndex("profiles_username_key").on(account.username),
    index("accounts_by_email").on(sql`lower(email)`),
    index("accounts_suspended")
      .on(sql`mailbox_of(email)`)
      .where(sql`suspended_at is not null`),
    index("accounts_hosting_since")
      .on(account.hostingSince, account.id)
      .where(sql`hosting_since is not null`),
    index("accounts_by_created").on(account.createdAt, account.id),
    index("accounts_search").using("gin", sql`search_text gin_trgm_ops`),
  ],
);

/**
 * People who may not write to us anymore: an account, or an address where there is no account. The function
 * `mailbox_of` says which addresses are one person's, see the migrations.
 */
export const blocks = pgTable(
  "blocks",
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid("account_id")
      .unique("blocks_account")
      .references(() => accounts.id, { onDelete: "cascade" }),
    address: text().unique("blocks_address"),
    blockedAt: instant("blocked_at").notNull(),
    blockedBy: uuid("blocked_by").references(() => accounts.id, { onDelete: "set null" }),
  },
  (block) => [
    check("blocks_one_person", sql`(account_id is null) <> (address is null)`),
    index("blocks_by_maker").on(block.blockedBy),
  ],
);

/**
 * Names promised to sign-ups that wait for their email, so that two people are not told the same one is free.
 */
export const usernameReservations = pgTable("username_reservations", {
  username: text().primaryKey(),
  email: text().notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** Single-use codes that make somebody an administrator. Kept as SHA-256. */
export const adminInvitations = pgTable("admin_invitations", {
  id: uuid().primaryKey().defaultRandom(),
  codeHash: text("code_hash").notNull().unique("admin_invitations_code"),
  permissions: text().array().$type<Permission[]>().notNull(),
  createdBy: uuid("created_by").references(() => accounts.id),
  createdAt: instant("created_at").notNull().defaultNow(),
  expiresAt: instant("expires_at").notNull(),
  usedBy: uuid("used_by").references(() => accounts.id),
  usedAt: instant("used_at"),
});

/** Somebody who wants to offer a car. An administrator answers. */
export const hostApplications = pgTable(
  "host_applications",
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    status: text({ enum: ["pending", "approved", "declined"] })
      .notNull()
      .default("pending"),
    createdAt: instant("created_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
    decidedBy: uuid("decided_by").references(() => accounts.id),
  },
  (application) => [
    check("host_applications_status", oneOf("status", ["pending", "approved", "declined"])),
    uniqueIndex("host_applications_pending")
      .on(application.accountId)
      .where(sql`status = 'pending'`),
    index("host_applications_by_status").on(application.status, application.createdAt),
  ],
);

type Metadata = Record<string, unknown>;

/** People as the sign-in service knows them. Columns are GoTrue's, in our words. */
export const users = pgTable(
  "users",
  {
    id: uuid().primaryKey(),
    /** Lower case. */
    email: text(),
    /** Digits of E.164, without the plus. */
    phone: text(),
    /** argon2id, as a PHC string. */
    passwordHash: text("password_hash"),
    emailConfirmedAt: instant("email_confirmed_at"),
    phoneConfirmedAt: instant("phone_confirmed_at"),
    userMetadata: jsonb("user_metadata").$type<Metadata>().notNull().default({}),
    appMetadata: jsonb("app_metadata").$type<Metadata>().notNull().default({}),
    isAnonymous: boolean("is_anonymous").notNull().default(false),
    newEmail: text("new_email"),
    confirmationSentAt: instant("confirmation_sent_at"),
    recoverySentAt: instant("recovery_sent_at"),
    emailChangeSentAt: instant("email_change_sent_at"),
    reauthenticationSentAt: instant("reauthentication_sent_at"),
    invitedAt: instant("invited_at"),
    lastSignInAt: instant("last_sign_in_at"),
    bannedUntil: instant("banned_until"),
    language: text({ enum: ["en", "zh"] })
      .notNull()
      .default("en"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (user) => [
    uniqueIndex("users_email").on(user.email),
    uniqueIndex("users_phone").on(user.phone),
    index("users_by_created").on(user.createdAt, user.id),
  ],
);

/** How a person has authenticated, the newest first, as the token lists it. */
export type AuthenticationMethod = { method: string; timestamp: number };

export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    aal: text({ enum: ["aal1", "aal2"] }).notNull(),
    amr: jsonb().$type<AuthenticationMethod[]>().notNull(),
    factorId: uuid("factor_id"),
    /** The number of the active refresh token: the tokens are counted, and each is made from its count. */
    refreshCount: integer("refresh_count").notNull().default(0),
    /** Tokens with a lower count were made before the second factor, and no longer work. */
    refreshFloor: integer("refresh_floor").notNull().default(0),
    refreshedAt: instant("refreshed_at").notNull().defaultNow(),
    userAgent: text("user_agent").notNull().default(""),
    /** The network somebody signed in from, as a keyed hash. */
    network: text().notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (session) => [index("sessions_by_user").on(session.userId, session.createdAt)],
);

/**
 * The data of sign-ups whose email address or phone is not confirmed yet. Several may wait for one address, and
 * only its owner's may become an account: the sign-up whose password or browser is there again when an email is
 * opened. Known addresses get rows too, so that nobody learns from a sign-in which addresses are known.
 */
export const signUps = pgTable(
  "sign_ups",
  {
    /** The id of the later user. */
    id: uuid().primaryKey(),
    /** An address in lower case, or a phone's digits. */
    recipient: text().notNull(),
    /** argon2id with the recipient's own salt, so that one hash finds a password among many sign-ups. */
    passwordHash: text("password_hash").notNull(),
    userMetadata: jsonb("user_metadata").$type<Metadata>().notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    /** SHA-256 of the cookie that marks the browser; empty for clients that keep none. */
    browser: text().notNull().default(""),
    /** A keyed hash of the network and the program it came from. */
    place: text().notNull(),
    codeChallenge: text("code_challenge"),
    invitationId: uuid("invitation_id").references(() => adminInvitations.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (signUp) => [
    unique("sign_ups_password").on(signUp.recipient, signUp.passwordHash),
    index("sign_ups_by_browser").on(signUp.browser),
    index("sign_ups_by_end").on(signUp.expiresAt),
  ],
);

export const mailedTokenKinds = [
  "signup",
  "invite",
  "recovery",
  "magiclink",
  "email_change_current",
  "email_change_new",
  "reauthentication",
  "sms",
  "phone_change",
] as const;

/**
 * Links and codes that were sent to a person; each works once. The link's token is kept as SHA-256, the short code
 * as a keyed hash with few tries. There is a code only where the message contained one.
 */
export const mailedTokens = pgTable(
  "mailed_tokens",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: mailedTokenKinds }).notNull(),
    /** The user, or the sign-up that the email was written for. */
    userId: uuid("user_id").notNull(),
    /** Where it was sent: an address in lower case, or a phone's digits. */
    recipient: text().notNull(),
    tokenHash: text("token_hash").unique("mailed_tokens_token"),
    codeHash: text("code_hash"),
    tries: integer().notNull().default(0),
    /**
     * The password of a link that the service's own key made. What somebody typed at sign-up waits in
     * `sign_ups`.
     */
    passwordHash: text("password_hash"),
    /** The data that was typed with a request for a link or a code that may begin an account. */
    userMetadata: jsonb("user_metadata").$type<Metadata>(),
    language: text({ enum: ["en", "zh"] })
      .notNull()
      .default("en"),
    codeChallenge: text("code_challenge"),
    createdAt: instant("created_at").notNull().defaultNow(),
    codeExpiresAt: instant("code_expires_at"),
    expiresAt: instant("expires_at").notNull(),
  },
  (token) => [
    index("mailed_tokens_by_recipient").on(token.recipient, token.kind, token.createdAt),
    index("mailed_tokens_by_user").on(token.userId),
    index("mailed_tokens_by_end").on(token.expiresAt),
  ],
);

/** PKCE: a code for a session that is about to begin; the client needs the verifier. It lasts five minutes. */
export const exchangeCodes = pgTable("exchange_codes", {
  codeHash: text("code_hash").primaryKey(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  method: text().notNull(),
  codeChallenge: text("code_challenge").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** Text messages that wait or were sent: a smaller version of the table of emails. */
export const textMessages = pgTable(
  "text_messages",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    /** Digits of E.164, without the plus. */
    recipient: text().notNull(),
    language: text({ enum: ["en", "zh"] }).notNull(),
    /** Emptied once it is sent: it holds a code. */
    body: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    sentAt: instant("sent_at"),
  },
  (message) => [index("text_messages_by_created").on(message.createdAt)],
);
