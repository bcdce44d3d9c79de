import { useEffect, useState } from "react";
import { readLink } from "#contract/accounts.ts";
import { api } from "#web/api.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import type { EmailLink } from "./confirm-kinds.ts";

/**
 * Facts about an email's link before it is spent: the account that it opens, and whether a password is needed
 * first.
 */
export type LinkFacts = { email?: string; asksPassword?: boolean };

/**
 * Reads what a link is about, without spending it. A hosted project says nothing about a token. A session's own
 * token names its account.
 */
export function useLinkFacts(link: EmailLink | undefined, isAwake: boolean): LinkFacts {
  const [facts, setFacts] = useState<LinkFacts>({});
  const [tokenHash, type] = link?.by === "token" ? [link.tokenHash, link.type] : ["", ""];
  useEffect(() => {
    if (!isAwake || !tokenHash || signInSettings().isHosted) return;
    let isGone = false;
    askFor(tokenHash, type).then(
      (found) => !isGone && setFacts(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isAwake, tokenHash, type]);
  return link?.by === "session" ? { email: emailIn(link.accessToken) } : facts;
}

async function askFor(token_hash: string, type: string): Promise<LinkFacts> {
  const { email, asksPassword } = await api(readLink, { body: { token_hash, type } });
  return { ...(email && { email }), asksPassword };
}

/** The email address in a token's claims. It is only displayed, never trusted. */
function emailIn(token: string): string | undefined {
  try {
    const claims = atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const { email } = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(claims, (byte) => byte.charCodeAt(0))),
    ) as { email?: unknown };
    return typeof email === "string" ? email : undefined;
  } catch {
    return undefined;
  }
}
