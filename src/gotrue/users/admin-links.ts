import type { z } from "zod";
import { AuthError } from "#gotrue/auth-error.ts";
import type { AuthServices } from "#gotrue/auth-services.ts";
import { type LinkBody, readEmail, readMetadata } from "#gotrue/bodies.ts";
import { makeCode, makeLink } from "#gotrue/mail/mailed-tokens.ts";
import { presentUser, type PresentedUser, providersOf } from "#gotrue/present-user.ts";
import { findUserBy } from "#gotrue/queries.ts";
import { changeUser } from "#gotrue/write-user.ts";
import { mailLink } from "./recovery.ts";
import { type SignUpClient, bareUser, createUser } from "#gotrue/sign-up/sign-up.ts";
import { hashNew, userNotFound } from "./admin.ts";

export async function invite(
  services: AuthServices,
  body: z.output<typeof LinkBody>,
  asker: SignUpClient,
): Promise<PresentedUser> {
  const email = readEmail(body.email ?? "");
  const data = readMetadata(body.data);
  const invited = await services.database.transaction(async (tx) => {
    const known = await findUserBy(tx, { email });
    if (known?.emailConfirmedAt) throw new AuthError("email_exists");
    const user =
      known ??
      (await createUser(tx, {
        ...bareUser(crypto.randomUUID(), new Date(services.now()), asker.language),
        email,
        userMetadata: data,
        appMetadata: providersOf({ email, phone: null }),
      }));
    await mailLink(services, tx, user, "invite", { redirectTo: asker.redirectTo });
    return changeUser(tx, user.id, { invitedAt: new Date(services.now()) });
  });
  return presentUser(invited);
}

const linkKinds = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;

/** Makes a link for an administrator to hand over themselves; nothing is mailed. Throws AuthError. */
export async function generateLink(
  services: AuthServices,
  body: z.output<typeof LinkBody>,
  asker: SignUpClient,
) {
  const kind = linkKinds.find((known) => known === body.type);
  if (!kind)
    throw new AuthError("validation_failed", `Invalid email action link type requested: ${body.type ?? ""}`);
  const email = readEmail(body.email ?? "");
  const newEmail = kind.startsWith("email_change") ? readEmail(body.new_email ?? "") : null;
  const data = readMetadata(body.data);
  if (kind === "signup" && !body.password)
    throw new AuthError("validation_failed", "Signup requires a valid password");
  const passwordHash =
    kind === "signup" ? await hashNew(services, body.password ?? "", { email, metadata: data }) : null;
  const redirectTo = asker.redirectTo ?? services.config.publicUrl.origin;
  return services.database.transaction(async (tx) => {
    const known = await findUserBy(tx, { email });
    if (known?.emailConfirmedAt && (kind === "signup" || kind === "invite"))
      throw new AuthError("email_exists");
    if (!known && kind !== "signup" && kind !== "invite" && kind !== "magiclink") throw userNotFound();
    const now = new Date(services.now());
    const made =
      known ??
      (await createUser(tx, {
        ...bareUser(crypto.randomUUID(), now, asker.language),
        email,
        passwordHash,
        userMetadata: data,
        appMetadata: providersOf({ email, phone: null }),
      }));
    const user = newEmail ? await changeUser(tx, made.id, { newEmail, emailChangeSentAt: now }) : made;
    const recipient = kind === "email_change_new" ? (newEmail ?? email) : email;
    const wanted = {
      kind,
      userId: user.id,
      recipient,
      language: user.language,
      ...(kind === "signup" && { passwordHash, userMetadata: data }),
    };
    const sent =
      kind === "magiclink"
        ? await makeCode(services, tx, wanted)
        : { token: await makeLink(services, tx, wanted), code: "" };
    const link = new URL(`${services.issuer}/verify`);
    link.search = new URLSearchParams({
      token: sent.token,
      type: kind.startsWith("email_change") ? "email_change" : kind,
      redirect_to: redirectTo,
    }).toString();
    return {
      ...presentUser(user),
      action_link: link.href,
      email_otp: sent.code,
      hashed_token: sent.token,
      verification_type: kind,
      redirect_to: redirectTo,
    };
  });
}
