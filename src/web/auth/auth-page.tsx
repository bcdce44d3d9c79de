import { localStore } from "#web/ui/browser-storage.ts";
import { Suspense, useEffect, useState } from "react";
import { Link, type MetaArgs, useLocation, useNavigate } from "react-router";
import type { Role } from "#domain/people/permissions.ts";
import { safeRedirect } from "#domain/site/redirects.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import "#web/auth/auth.css";
import { Icon } from "#web/ui/icon.tsx";
import { PasswordRules } from "#web/ui/form/password-rules.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { dismissFailure, toast } from "#web/ui/toast.ts";
import { accountType, accountTypeKey, accountTypeWords } from "./sign-up/account-types.ts";
import { AuthFrame, AuthHead, NeedsScript, NeedsStorage } from "./auth-frame.tsx";
import { resendConfirmation } from "./confirm/confirm-redirect.ts";
import { ResendButton } from "#web/session/resend-button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { redeemKeptCode } from "./sign-up/sign-up.ts";
import { SignUpForm } from "./sign-up/sign-up-form.tsx";
import { forgetTyped, rememberedAuthForms } from "./remembered-auth-forms.ts";
import { findBeginning, findSessionState } from "./find-session-state.ts";

// Few users have a second step, and it comes after the password, so its code loads later.
const SecondFactor = lazyPart(() => import("./second-factor.tsx"), "default");

export const handle = { isUnlisted: true };
export const meta = ({ location }: MetaArgs) =>
  pageMeta({ title: isSignUp(location.pathname) ? m.layout_nav_sign_up() : m.layout_nav_sign_in() });

const isSignUp = (pathname: string): boolean => pathname === "/signup";

export default function AuthPage() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const [needsCode, setNeedsCode] = useState(false);
  const [created, setCreated] = useState("");
  const [type, setType] = useState<Role>(accountType(query.get("type"), () => null));
  const signsUp = isSignUp(pathname);
  const asked = query.get("type");
  // A user who wants to host begins with their car.
  const beginning = type === "host" && (signsUp || created || asked === "host") ? "/host" : "/";
  const destination = safeRedirect(query.get("redirect") ?? beginning);

  const leave = async () => {
    forgetTyped();
    dismissFailure();
    const isAtHome = destination === "/" && !query.get("redirect");
    await navigate((isAtHome && (await findBeginning())) || destination, { replace: true });
  };

  const goOn = async () => {
    const { data } = await (await authClient()).mfa.getAuthenticatorAssuranceLevel();
    if (data?.nextLevel === "aal2" && data.currentLevel !== "aal2") return setNeedsCode(true);
    await leave();
  };

  // A signed-in person goes on at once; a person who left before the second step takes it now.
  useEffect(() => {
    void findSessionState().then((who) => (who === "nobody" ? undefined : goOn()));
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the screen opens
  }, []);

  useEffect(() => setType(accountType(asked, () => localStore()?.getItem(accountTypeKey) ?? null)), [asked]);

  const onSignedIn = async (email: string) => {
    await redeemKeptCode(email);
    await goOn();
  };

  const onSignedUp = async (email: string, isSignedIn: boolean) => {
    if (isSignedIn) return goOn();
    rememberedAuthForms.signIn.current = { email, password: "" };
    rememberedAuthForms.signUp.current = {};
    setCreated(email);
    toast({ title: m.auth_created_title(), description: m.auth_created_text() });
    await navigate(`/signin${search}`, { replace: true });
  };

  if (needsCode) {
    return (
      <AuthFrame>
        <Suspense>
          <SecondFactor onDone={leave} onLeave={() => setNeedsCode(false)} />
        </Suspense>
      </AuthFrame>
    );
  }

  return (
    <AuthFrame>
      <Tabs signsUp={signsUp} />
      <NeedsScript />
      <NeedsStorage />
      {signsUp ? (
        <SignUpView type={type} destination={destination} onSignedUp={onSignedUp} />
      ) : (
        <SignInView created={created} destination={destination} onSignedIn={onSignedIn} />
      )}
    </AuthFrame>
  );
}

function Tabs({ signsUp }: { signsUp: boolean }) {
  const { search } = useLocation();
  const tab = "tab py-3 -mb-px text-sm/[inherit]";
  return (
    <nav className="tabs mb-7 -ml-1" aria-label={m.auth_tabs()}>
      <Link className={tab} to={`/signin${search}`} replace aria-current={signsUp ? undefined : "page"}>
        {m.layout_nav_sign_in()}
      </Link>
      <Link className={tab} to={`/signup${search}`} replace aria-current={signsUp ? "page" : undefined}>
        {m.layout_nav_sign_up()}
      </Link>
    </nav>
  );
}

type SignInViewProps = {
  /** The email of an account that this visit created. */
  created: string;
  destination: string;
  onSignedIn: (email: string) => Promise<void>;
};

function SignInView({ created, destination, onSignedIn }: SignInViewProps) {
  const { search } = useLocation();
  return (
    <section className="auth-view needs-script">
      <AuthHead title={m.auth_sign_in_title()}>{m.auth_sign_in_text()}</AuthHead>
      {created && (
        <Notice kind="good">
          <p>{m.auth_confirm_by_email({ email: created })}</p>
          <ResendButton
            label={m.auth_resend_confirmation()}
            send={() => resendConfirmation(created, destination)}
            startsPaused
          />
        </Notice>
      )}
      <SignInForm kept={rememberedAuthForms.signIn} destination={destination} onSignedIn={onSignedIn} />
      <PasswordRules id="signin-rules" password="" />
      <div className="auth-foot">
        <p>
          {m.auth_no_account()} <Link to={`/signup${search}`}>{m.layout_nav_sign_up()}</Link>
        </p>
        <p>
          {m.auth_without_account()} <Link to="/find-order">{m.auth_find_order()}</Link>
        </p>
      </div>
    </section>
  );
}

type SignUpViewProps = {
  type: Role;
  destination: string;
  onSignedUp: (email: string, isSignedIn: boolean) => Promise<void>;
};

function SignUpView({ type, destination, onSignedUp }: SignUpViewProps) {
  const { search } = useLocation();
  return (
    <section className="auth-view needs-script">
      <AuthHead title={m.auth_sign_up_title()}>{m.auth_sign_up_text()}</AuthHead>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-2.5 rounded-md bg-sunken text-sm/[1.4]">
        <p className="flex items-center gap-2">
          <Icon name="user" />
          {accountTypeWords[type]()}
        </p>
        <Link to={`/user-type-selection${search}`}>{m.auth_change_type()}</Link>
      </div>
      {type === "host" && <p className="small muted">{m.auth_host_note()}</p>}
      <SignUpForm
        kept={rememberedAuthForms.signUp}
        type={type}
        destination={destination}
        onSignedUp={onSignedUp}
      />
      <p className="note">{m.auth_agree_note()}</p>
      <div className="auth-foot">
        <p>
          {m.auth_have_account()} <Link to={`/signin${search}`}>{m.layout_nav_sign_in()}</Link>
        </p>
      </div>
    </section>
  );
}
