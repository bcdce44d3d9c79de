import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import "#web/styles/account.css";
import { userQuery } from "#web/accounts/queries.ts";
import { SecondStepSetting } from "#web/accounts/settings/second-step/second-step-setting.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { addFailureWords } from "#web/session/failure-words.ts";
import { authClient } from "#web/session/auth-client.ts";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { Notice } from "#web/ui/notice.tsx";

addFailureWords({ email_link_needed: m.session_failure_email_link_needed });

export const meta = () => pageMeta({ title: m.admin_factor_title() });

/**
 * The only page that an administrator without a second factor can open: it sends the email with the link, and adds
 * the factor in the session that the link began.
 */
export default function TwoStepPage() {
  const user = useQuery(userQuery);
  const email = user.data?.email ?? "";
  const sending = useMutation({
    mutationFn: async () => {
      const { error } = await (
        await authClient()
      ).signInWithOtp({
        email,
        options: {
          shouldCreateUser: false,
          emailRedirectTo: new URL("/admin/dashboard", window.location.origin).href,
        },
      });
      if (error) throw error;
    },
  });
  if (!user.data) return <WaitingOrFailed error={user.error} onRetry={() => void user.refetch()} />;
  const hasFactor = user.data.factors.some(({ isVerified }) => isVerified);
  return (
    <section className="page stack max-w-160 py-[clamp(2rem,8vw,6rem)]" aria-labelledby="factor-title">
      <h1 className="h2" id="factor-title">
        {m.admin_factor_title()}
      </h1>
      <p>{m.admin_factor_text()}</p>
      {sending.isSuccess && <Notice kind="good">{m.admin_factor_sent({ email })}</Notice>}
      <Failed error={sending.error} />
      <p>
        <button
          className="btn btn-primary"
          type="button"
          aria-busy={sending.isPending || undefined}
          onClick={() => !sending.isPending && sending.mutate()}
        >
          {m.admin_factor_send()}
        </button>
      </p>
      <SecondStepSetting factors={user.data.factors} />
      {hasFactor && (
        <p>
          <Link className="btn btn-primary" to="/admin/dashboard">
            {m.admin_factor_done()}
          </Link>
        </p>
      )}
    </section>
  );
}
