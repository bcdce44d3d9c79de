import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { plainCode } from "#domain/plain-text.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { sessionErrorWords, isSignedOut } from "#web/session/failure-words.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import { CodeField } from "#web/ui/form/code-field.tsx";
import { Emphasised } from "#web/ui/emphasised.tsx";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { focusFirst } from "#web/ui/form/form-elements.ts";
import { readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import { ResendButton } from "#web/session/resend-button.tsx";
import { type KnownFactor, useSecondFactor, type Way } from "./use-second-factor.ts";

/** The second step of signing in: a code from the app or sent to the phone, or a recovery code. */
export default function SecondFactor({ onDone, onLeave }: { onDone: () => unknown; onLeave: () => void }) {
  const { factors, email, failure, isSentToPhone, awaitFactors, sendToPhone, verifyCode } = useSecondFactor();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<Way>();
  const [fieldError, setError] = useState("");
  const [isSending, setSending] = useState(false);

  const first = preferred(factors ?? []);
  const way = chosen ?? first?.kind ?? "totp";
  const offered = (factors ?? []).filter(({ kind }) => kind === way);
  const other = factors?.find(({ kind }) => kind !== way && way !== "recovery");

  // The previous form is gone, and the focus with it.
  const isKnown = factors !== undefined;
  useEffect(() => {
    if (isKnown && form.current) focusFirst(form.current, ["code"]);
  }, [isKnown, way]);

  const leave = async () => {
    await (await authClient()).signOut({ scope: "local" });
    onLeave();
  };
  /** The session that the password opened was ended elsewhere. No code can help, so the user signs in again. */
  const startOver = async () => {
    toast({
      title: m.auth_login_failed(),
      description: m.session_failure_session_gone(),
      variant: "destructive",
    });
    await leave();
  };
  const isGone = isSignedOut(failure);
  useEffect(() => {
    if (isGone) void startOver();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the session turns out to be gone
  }, [isGone]);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const typed = readFields(form.current, ["code", "factor"]);
    const code = plainCode(typed.code);
    const isUnsent = way === "phone" && !isSentToPhone;
    if (!code || isUnsent) {
      setError(isUnsent ? m.auth_code_send_first() : m.auth_code_required());
      return focusFirst(form.current, ["code"]);
    }
    setSending(true);
    dismissFailure();
    try {
      const known = await awaitFactors();
      const fitting = way === "recovery" ? preferred(known) : known.find(({ kind }) => kind === way);
      const factorId = typed.factor || fitting?.id;
      if (factorId) await verifyCode(way, factorId, code);
      else {
        setSending(false);
        return choose(preferred(known)?.kind ?? "totp");
      }
      setError("");
      await onDone();
    } catch (error) {
      if (isSignedOut(error)) return startOver();
      setError(sessionErrorWords(error));
      toast({ title: m.auth_login_failed(), description: sessionErrorWords(error), variant: "destructive" });
      focusFirst(form.current, ["code"]);
    }
    setSending(false);
  };

  const choose = (next: Way) => {
    setError("");
    setChosen(next);
  };

  return (
    <section className="auth-view">
      <Head way={way} email={email} />
      {failure !== undefined && (
        <Notice kind="bad" isAlert>
          {sessionErrorWords(failure)}
        </Notice>
      )}
      <form method="post" ref={form} noValidate key={way} onSubmit={(event) => void send(event)}>
        {offered.length > 1 && <FactorChoice factors={offered} />}
        {way === "phone" && offered[0] && (
          <ResendButton
            key={String(isSentToPhone)}
            label={m.auth_code_send()}
            send={() => sendToPhone(offered[0]?.id ?? "")}
            startsPaused={isSentToPhone}
          />
        )}
        <CodeInput way={way} error={fieldError} />
        <SubmitButton isSending={isSending}>{m.layout_nav_sign_in()}</SubmitButton>
      </form>
      <OtherWays way={way} first={first} other={other} onChoose={choose} onLeave={() => void leave()} />
    </section>
  );
}

const preferred = (factors: readonly KnownFactor[]): KnownFactor | undefined =>
  factors.find(({ kind }) => kind === "totp") ?? factors[0];

/** What the step asks for, and who signs in. */
function Head({ way, email }: { way: Way; email: string | undefined }) {
  return (
    <header className="grid gap-2">
      <h1 className="h2 text-[length:clamp(1.75rem,1.4rem+1.3vw,2.25rem)]">
        {way === "recovery" ? m.auth_recovery_title() : m.auth_code_title()}
      </h1>
      <p className="muted">
        {{ totp: m.auth_code_totp_text, phone: m.auth_code_phone_text, recovery: m.auth_recovery_text }[
          way
        ]()}
      </p>
      {email && (
        <p className="small muted">
          <Emphasised sentence={(mark) => m.auth_signing_in_as({ email: mark })} word={email} />
        </p>
      )}
    </header>
  );
}

function CodeInput({ way, error }: { way: Way; error: string }) {
  if (way === "recovery")
    return (
      <TextField
        id="second-code"
        name="code"
        label={m.auth_recovery_code()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        isAlert
      />
    );
  return (
    <CodeField
      id="second-code"
      name="code"
      label={m.auth_code()}
      error={error}
      hint={way === "totp" ? m.auth_code_hint() : undefined}
    />
  );
}

type OtherWaysProps = {
  way: Way;
  first: KnownFactor | undefined;
  other: KnownFactor | undefined;
  onChoose: (way: Way) => void;
  onLeave: () => void;
};

/** The other ways to take the second step. */
function OtherWays({ way, first, other, onChoose, onLeave }: OtherWaysProps) {
  return (
    <div className="auth-foot">
      {other && (
        <OtherWay
          words={other.kind === "phone" ? m.auth_code_by_phone() : m.auth_code_by_app()}
          onChoose={() => onChoose(other.kind)}
        />
      )}
      {way === "recovery" ? (
        <OtherWay words={m.auth_code_back()} onChoose={() => onChoose(first?.kind ?? "totp")} />
      ) : signInSettings().isHosted ? null : (
        <p>
          {m.auth_no_phone()}{" "}
          <button className="linklike" type="button" onClick={() => onChoose("recovery")}>
            {m.auth_use_recovery()}
          </button>
        </p>
      )}
      <p>
        {m.auth_lost_both()} <Link to="/contact">{m.layout_nav_contact()}</Link>
      </p>
      <OtherWay words={m.auth_other_account()} onChoose={onLeave} />
    </div>
  );
}

function OtherWay({ words, onChoose }: { words: string; onChoose: () => void }) {
  return (
    <p>
      <button className="linklike" type="button" onClick={onChoose}>
        {words}
      </button>
    </p>
  );
}

function FactorChoice({ factors }: { factors: KnownFactor[] }) {
  return (
    <Field id="second-factor" label={m.auth_factor()}>
      <SelectFrame>
        <select className="control" id="second-factor" name="factor">
          {factors.map(({ id, name }, place) => (
            <option key={id} value={id}>
              {name || m.auth_factor_unnamed({ number: place + 1 })}
            </option>
          ))}
        </select>
      </SelectFrame>
    </Field>
  );
}
