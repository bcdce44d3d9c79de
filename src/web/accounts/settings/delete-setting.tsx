import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { deleteAccount } from "#contract/account/settings.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import { focusFirst } from "#web/ui/form/form-elements.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Proof, ProofFields, readProof } from "./proof.tsx";
import { Failed } from "#web/session/states.tsx";
import { Edit, Setting } from "./setting.tsx";

/** Deletes the account for good. The user confirms it once more, and proves their identity. */
export function DeleteSetting({ email }: { email: string }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const remove = useMutation({
    mutationFn: (proof: Proof) => api(deleteAccount, { body: proof }),
    onSuccess: async () => {
      const { forgetVisitor } = await import("#web/session/sign-out.ts");
      forgetVisitor();
      toast({ title: m.account_deleted() });
      await navigate("/");
    },
  });
  const code = remove.error instanceof ApiError ? remove.error.body?.code : undefined;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || remove.isPending) return;
    const proof = readProof(form.current);
    setMissing(typeof proof === "string");
    if (typeof proof === "string") return focusFirst(form.current, [proof]);
    remove.mutate(proof);
  };

  if (signInSettings().isHosted)
    return (
      <Setting id="set-delete" title={m.account_delete()}>
        <p className="small muted">
          {m.account_delete_hosted()} <Link to="/contact">{m.layout_nav_contact()}</Link>
        </p>
      </Setting>
    );
  return (
    <Setting id="set-delete" title={m.account_delete()}>
      <p className="small muted">{m.account_delete_text()}</p>
      <Edit label={m.account_delete_open()}>
        <form method="post" className="stack" ref={form} noValidate onSubmit={send}>
          {code === "account_has_earnings_due" ? (
            <Notice kind="bad" isAlert>
              {m.account_delete_earnings()} <Link to="/host/earnings">{m.account_delete_see_earnings()}</Link>
            </Notice>
          ) : code === "account_has_open_orders" || code === "account_has_money_due" ? (
            <Notice kind="bad" isAlert>
              {code === "account_has_money_due" ? m.account_delete_money() : m.account_delete_orders()}{" "}
              <Link to="/dashboard/trips">{m.account_orders()}</Link>
            </Notice>
          ) : code === "proof_refused" || code === "last_administrator" ? (
            <Notice kind="bad" isAlert>
              {code === "proof_refused" ? m.account_delete_proof() : m.account_delete_last()}
            </Notice>
          ) : (
            <Failed error={remove.error} />
          )}
          <p>{m.account_delete_ask()}</p>
          <ProofFields id="delete" email={email} isMissing={isMissing} />
          <SubmitButton className="btn btn-danger" isSending={remove.isPending}>
            {m.account_delete_yes()}
          </SubmitButton>
        </form>
      </Edit>
    </Setting>
  );
}
