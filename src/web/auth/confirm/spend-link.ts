import { authClient } from "#web/session/auth-client.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import type { EmailLink } from "./confirm-kinds.ts";

/**
 * Spends the link. Answers false where it was the first of two that an address change needs. `password` is
 * the one that was chosen at sign-up, "" while nobody has asked for it, null where nobody knows one: the
 * account begins without, then.
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
  // The service inside reads the password beside the protocol's own words.
  const confirmed = {
    token_hash: link.tokenHash,
    type: link.type,
    ...(!signInSettings().isHosted && { password }),
  };
  const { data, error } = await client.verifyOtp(confirmed);
  if (error) throw error;
  return data.session !== null;
}
