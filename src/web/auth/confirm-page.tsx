import { type FormEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { failureCode, failureWords } from "#web/session/failure-words.ts";
import { readStoredSession } from "#web/session/stored-session.ts";
import "#web/styles/auth.css";
import { Notice } from "#web/ui/notice.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { AuthFrame, AuthHead, NeedsScript } from "./auth-frame.tsx";
import { afterLink, type LetterLink, linkWords, readLink } from "./confirm-kinds.ts";
import { DeadLink } from "./dead-link.tsx";

/** The token in the address is for one person alone: nobody keeps the page, no other site hears of it. */
export const headers = () => ({ "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.confirm_title() });

/** Where letters lead. Opening it does nothing: mail programs open links too. The button does. */
export default function ConfirmPage() {
  const { search, hash } = useLocation();
  const isAwake = useHydrated();
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  const [isDead, setDead] = useState(false);
  const [isHalfDone, setHalfDone] = useState(false);
  const link = readLink(search, isAwake ? hash : "", isAwake ? location.origin : "");
  const kind = link?.kind ?? "signup";

  const spend = async (event: FormEvent) => {
    event.preventDefault();
    if (!link || isSending) return;
    setSending(true);
    try {
      const isSignedIn = await spendLink(link);
      if (!isSignedIn) return setHalfDone(true);
      toast({ title: linkWords[kind].done() });
      const next = afterLink(link);
      const needsCode = readStoredSession()?.isWhole === false && next !== "/reset-password";
      await navigate(needsCode ? `/login?${new URLSearchParams({ redirect: next })}` : next, { replace: true });
    } catch (error) {
      if (failureCode(error) === "otp_expired") setDead(true);
      else setFailure(failureWords(error));
    } finally {
      setSending(false);
    }
  };

  // A hosted project's link comes with its words behind "#", which the server never sees.
  if (isDead || (!link && isAwake)) return <DeadLink kind={kind} isBroken={!isDead && !hash.includes("error")} />;
  if (isHalfDone) {
    return (
      <AuthFrame>
        <section className="auth-view" role="status">
          <AuthHead title={m.confirm_half_title()}>{m.confirm_half_text()}</AuthHead>
          <p>
            <Link className="btn btn-secondary" to="/dashboard">
              {m.confirm_to_account()}
            </Link>
          </p>
        </section>
      </AuthFrame>
    );
  }
  if (!link) return <AuthFrame>{null}</AuthFrame>;
  const words = linkWords[link.kind];
  return (
    <AuthFrame>
      <section className="auth-view">
        <AuthHead title={words.title()}>{words.text()}</AuthHead>
        <NeedsScript />
        <form method="post" className="needs-script" onSubmit={(event) => void spend(event)}>
          {failure && (
            <Notice kind="bad" isAlert>
              {failure}
            </Notice>
          )}
          <SubmitButton isSending={isSending}>{words.action()}</SubmitButton>
        </form>
        <p className="note">{m.confirm_note()}</p>
      </section>
    </AuthFrame>
  );
}

/** Spends the link. False where it was the first of two that an address change needs. */
async function spendLink(link: LetterLink): Promise<boolean> {
  const client = await authClient();
  const { data, error } =
    link.by === "token"
      ? await client.verifyOtp({ token_hash: link.tokenHash, type: link.type })
      : await client.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken });
  if (error) throw error;
  return data.session !== null;
}
