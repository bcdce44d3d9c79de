import type { EmailOtpType } from "@supabase/auth-js";
import { safeRedirect } from "#domain/site/redirects.ts";
import { m } from "#web/paraglide/messages.js";

export type LinkKind = "signup" | "recovery" | "invite" | "magiclink" | "email_change";

/**
 * The content of an email's link: a token, which is spent when the user presses the page's button, or a session (a
 * hosted project's own link).
 */
export type EmailLink = { kind: LinkKind; destination: string } & (
  | { by: "token"; tokenHash: string; type: EmailOtpType }
  | { by: "session"; accessToken: string; refreshToken: string }
);

type Words = { title: () => string; text: () => string; action: () => string; done: () => string };

export const linkWords: Record<LinkKind, Words> = {
  signup: {
    title: m.confirm_signup_title,
    text: m.confirm_signup_text,
    action: m.confirm_signup_action,
    done: m.confirm_signup_done,
  },
  recovery: {
    title: m.confirm_recovery_title,
    text: m.confirm_recovery_text,
    action: m.confirm_recovery_action,
    done: m.confirm_recovery_done,
  },
  invite: {
    title: m.confirm_invite_title,
    text: m.confirm_invite_text,
    action: m.confirm_invite_action,
    done: m.confirm_invite_done,
  },
  magiclink: {
    title: m.confirm_magiclink_title,
    text: m.confirm_magiclink_text,
    action: m.confirm_magiclink_action,
    done: m.confirm_magiclink_done,
  },
  email_change: {
    title: m.confirm_change_title,
    text: m.confirm_change_text,
    action: m.confirm_change_action,
    done: m.confirm_change_done,
  },
};

const kinds: Record<EmailOtpType, LinkKind> = {
  signup: "signup",
  email: "signup",
  recovery: "recovery",
  invite: "invite",
  magiclink: "magiclink",
  email_change: "email_change",
};

const isType = (text: string | null): text is EmailOtpType => text !== null && Object.hasOwn(kinds, text);

/**
 * Reads the address of an email's link; undefined where a part of it is missing. `origin` is this site's origin.
 */
export function readLink(search: string, hash: string, origin: string): EmailLink | undefined {
  const query = new URLSearchParams(search);
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const type = query.get("type") ?? given.get("type");
  const kind = isType(type) ? kinds[type] : undefined;
  const destination = destinationOf(query, origin);
  const tokenHash = query.get("token_hash");
  if (tokenHash && kind && isType(type)) return { by: "token", kind, destination, tokenHash, type };
  const [accessToken, refreshToken] = [given.get("access_token"), given.get("refresh_token")];
  if (accessToken && refreshToken)
    return { by: "session", kind: kind ?? "magiclink", destination, accessToken, refreshToken };
  return undefined;
}

/**
 * The page that the user wanted when they asked for the email. The address has it as `redirect`, or within
 * `redirect_to`, the address that emails lead back to.
 */
function destinationOf(query: URLSearchParams, origin: string): string {
  const plain = query.get("redirect");
  if (plain) return safeRedirect(plain);
  const back = URL.parse(query.get("redirect_to") ?? "", origin);
  if (back?.origin !== origin) return "/";
  return safeRedirect(
    back.pathname === "/auth/confirm" ? back.searchParams.get("redirect") : back.pathname + back.search,
  );
}

const newPasswordPage = "/reset-password";

/** The page where the user chooses a new password, which then leads on to the destination. */
export const newPasswordBefore = (destination: string): string =>
  destination === "/"
    ? newPasswordPage
    : `${newPasswordPage}?${new URLSearchParams({ redirect: destination })}`;

/** Whether an address is the page for a new password, whatever its query. */
export const isNewPasswordPage = (address: string): boolean => address.split("?")[0] === newPasswordPage;

/**
 * The next page after the link is spent. After a recovery and after an invitation, the user chooses a new password
 * first.
 */
export function afterLink({ kind, destination }: Pick<EmailLink, "kind" | "destination">): string {
  if (kind === "recovery" || kind === "invite") return newPasswordBefore(destination);
  return destination === "/" ? "/dashboard" : destination;
}
