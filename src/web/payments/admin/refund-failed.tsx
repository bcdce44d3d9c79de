import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Why a refund was refused; that a bank has to decide first is said in the reader's language. */
export function RefundFailed({ error }: { error: unknown }) {
  if (failureCode(error) !== "refund_of_chargeback") return <Failed error={error} />;
  return (
    <Notice kind="bad" isAlert>
      {m.admin_pay_refund_held()}
    </Notice>
  );
}
