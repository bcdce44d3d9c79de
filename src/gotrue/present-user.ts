import { createHash } from "node:crypto";
import type { FactorRow, UserRow } from "./queries.ts";

/** A user as GoTrue answers it. Fields that were never set are left out, and no factor shows its secret. */
export function presentUser(user: UserRow, factors: FactorRow[] = []) {
  const { email, phone } = user;
  const confirmedAt = earliest(user.emailConfirmedAt, user.phoneConfirmedAt);
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: email ?? "",
    ...dated("email_confirmed_at", user.emailConfirmedAt),
    phone: phone ?? "",
    ...dated("phone_confirmed_at", user.phoneConfirmedAt),
    ...dated("confirmed_at", confirmedAt),
    ...dated("invited_at", user.invitedAt),
    ...dated("confirmation_sent_at", user.confirmationSentAt),
    ...dated("recovery_sent_at", user.recoverySentAt),
    ...(user.newEmail && { new_email: user.newEmail }),
    ...dated("email_change_sent_at", user.emailChangeSentAt),
    ...dated("reauthentication_sent_at", user.reauthenticationSentAt),
    ...dated("last_sign_in_at", user.lastSignInAt),
    ...dated("banned_until", user.bannedUntil),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: identitiesOf(user),
    ...(factors.length && { factors: factors.map(presentFactor) }),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  };
}
export type PresentedUser = ReturnType<typeof presentUser>;

export const presentFactor = ({
  id,
  createdAt,
  updatedAt,
  status,
  friendlyName,
  type,
  phone,
  lastChallengedAt,
}: FactorRow) => ({
  id,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  status,
  friendly_name: friendlyName ?? "",
  factor_type: type,
  ...(phone && { phone }),
  ...dated("last_challenged_at", lastChallengedAt),
});

/** The providers that somebody can sign in with, for their tokens. */
export const providersOf = ({ email, phone }: { email: string | null; phone: string | null }) => {
  const providers = [...(email ? ["email"] : []), ...(phone ? ["phone"] : [])];
  return providers[0] ? { provider: providers[0], providers } : {};
};

function identitiesOf(user: UserRow) {
  const { id, email, phone, userMetadata, createdAt, updatedAt } = user;
  const shared = {
    id,
    user_id: id,
    ...dated("last_sign_in_at", user.lastSignInAt ?? createdAt),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
  const data = {
    ...userMetadata,
    sub: id,
    email_verified: Boolean(user.emailConfirmedAt),
    phone_verified: Boolean(user.phoneConfirmedAt),
  };
  return [
    ...(email
      ? [
          {
            identity_id: identityId(id, "email"),
            ...shared,
            identity_data: { ...data, email },
            provider: "email",
            email,
          },
        ]
      : []),
    ...(phone
      ? [
          {
            identity_id: identityId(id, "phone"),
            ...shared,
            identity_data: { ...data, phone },
            provider: "phone",
          },
        ]
      : []),
  ];
}

/** A name-based UUID: the same identity has the same id in every answer. */
function identityId(userId: string, provider: string): string {
  const hex = createHash("sha256").update(`${userId} ${provider}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const earliest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));

const dated = (name: string, value: Date | null) => (value ? { [name]: value.toISOString() } : {});
