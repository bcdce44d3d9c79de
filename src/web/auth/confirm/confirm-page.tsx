import { type FormEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { readStoredSession } from "#web/session/stored-session.ts";
import { useSession } from "#web/session/use-session.ts";
import "#web/auth/auth.css";
import { readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { AuthFrame, AuthHead, NeedsScript } from "#web/auth/auth-frame.tsx";
import { afterLink, isNewPasswordPage, linkWords, newPasswordBefore, readLink } from "./confirm-kinds.ts";
import { DeadLink } from "./dead-link.tsx";
import { spendLink } from "./spend-link.ts";
import { useLinkFacts } from "./use-link-facts.ts";

/** The token in the address is for one person: no cache keeps the page, no other site gets its address. */
export const headers = () => ({
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
});
export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.confirm_title() });

/** The page that emails lead to. Opening it does nothing, since mail programs open links too. Its button does. */
export default function ConfirmPage() {
  const { search, hash } = useLocation();
  const isAwake = useHydrated();
  const session = useSession();
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  const [passwordError, setPasswordError] = useState("");
  const [wasAsked, setAsked] = useState(false);
  const [isDead, setDead] = useState(false);
  const [isHalfDone, setHalfDone] = useState(false);
  const link = readLink(search, isAwake ? hash : "", isAwake ? location.origin : "");
  const kind = link?.kind ?? "signup";
  const facts = useLinkFacts(link, isAwake);
  const asksPassword = wasAsked || facts.asksPassword === true;

  const spend = async (password: string | null) => {
    if (!link || isSending) return;
    if (asksPassword && password === "") return setPasswordError(m.auth_error_password_required());
    setSending(true);
    setFailure("");
    setPasswordError("");
    try {
      const isSignedIn = await spendLink(link, password);
      if (!isSignedIn) return setHalfDone(true);
      toast({ title: linkWords[kind].done() });
      const next = password === null ? newPasswordBefore(link.destination) : afterLink(link);
      const needsCode = readStoredSession()?.isWhole === false && !isNewPasswordPage(next);
      await navigate(needsCode ? `/login?${new URLSearchParams({ redirect: next })}` : next, {
        replace: true,
      });
    } catch (error) {
      const code = failureCode(error);
      if (code === "otp_expired") setDead(true);
      else if (code === "sign_up_password_needed") setAsked(true);
      else if (code === "sign_up_password_mismatch") setPasswordError(sessionErrorWords(error));
      else setFailure(sessionErrorWords(error));
    } finally {
      setSending(false);
    }
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void spend(asksPassword ? readFields(event.currentTarget, ["password"]).password : "");
  };

  // A hosted project's link has its content after "#", which the server never sees.
  if (isDead || (!link && isAwake))
    return <DeadLink kind={kind} isBroken={!isDead && !hash.includes("error")} />;
  if (isHalfDone) return <HalfDone />;
  if (!link) return <AuthFrame>{null}</AuthFrame>;
  const words = linkWords[link.kind];
  return (
    <AuthFrame>
      <section className="auth-view">
        <AuthHead title={words.title()}>{asksPassword ? m.confirm_password_text() : words.text()}</AuthHead>
        <NeedsScript />
        {isAwake && session && <OtherAccount signedIn={session.email} email={facts.email} />}
        <form method="post" className="needs-script" noValidate onSubmit={send}>
          {failure && (
            <Notice kind="bad" isAlert>
              {failure}
            </Notice>
          )}
          {facts.email && <p className="muted">{m.confirm_for({ email: facts.email })}</p>}
          {asksPassword && (
            <>
              <input type="email" autoComplete="username" value={facts.email ?? ""} readOnly hidden />
              <PasswordField
                id="confirm-password"
                name="password"
                label={m.confirm_password()}
                autoComplete="current-password"
                required
                error={passwordError || undefined}
              />
            </>
          )}
          <SubmitButton isSending={isSending}>{words.action()}</SubmitButton>
          {asksPassword && (
            <button className="btn btn-quiet btn-wide" type="button" onClick={() => void spend(null)}>
              {m.confirm_without_password()}
            </button>
          )}
        </form>
        <p className="note">{m.confirm_note()}</p>
      </section>
    </AuthFrame>
  );
}

/** One of the two addresses of a changed email is confirmed; the other has an email of its own. */
function HalfDone() {
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

/**
 * Warns when the link would sign the current user out and another account in: anybody can send a link to their own
 * account.
 */
function OtherAccount({ signedIn, email }: { signedIn: string; email: string | undefined }) {
  if (email?.toLowerCase() === signedIn.toLowerCase()) return null;
  return (
    <Notice kind="warn">
      <p>
        {email
          ? m.confirm_other_account({ current: signedIn, email })
          : m.confirm_another_account({ current: signedIn })}
      </p>
      <p>
        <Link to="/dashboard">{m.confirm_stay({ current: signedIn })}</Link>
      </p>
    </Notice>
  );
}
