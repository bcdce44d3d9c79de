import { authClient } from "#web/session/auth-client.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import type { EmailLink } from "./confirm-kinds.ts";

/**
 * Spends the link. The answer is false for the first of the two links that an address change needs. `password` is
 * the one chosen at sign-up; "" while the page hasn't asked for it; null where nobody knows it, and then the
 * account begins without a password.
 */
export async function spendLink(link: EmailLink, password: string | null): Promise<boolean> {
  const client = await authClient();
  if (link.by === "session") {
    const { data, error } = await client.setSession({
      access_token: link.accessToken,
      refresh_token: link.refreshToken,
    });
    if (error) throw error;
    return data.session !== null;
  }
  // The built-in service reads the password besides the protocol's own fields.
  const confirmed = {
    token_hash: link.tokenHash,
    type: link.type,
    ...(!signInSettings().isHosted && { password }),
  };
  const { data, error } = await client.verifyOtp(confirmed);
  if (error) throw error;
  return data.session !== null;
}
