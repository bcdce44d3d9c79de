import { formatMoney } from "#domain/money.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { toast } from "#web/ui/toast.ts";
import { AmountForm } from "./amount-form.tsx";
import { RefundFailed } from "./refund-failed.tsx";
import { useCreateRefund } from "./queries.ts";

/** Asks for money to be given back, with a reason. */
export function RefundForm({ orderId, refundable }: { orderId: string; refundable: string }) {
  const asking = useCreateRefund(orderId);
  return (
    <AmountForm
      name="refund"
      title={m.admin_pay_refund()}
      hint={m.admin_pay_refund_hint({
        amount: showMoney(refundable),
        alone: formatMoney(refundsAlone.most, currentLanguage()),
        days: refundsAlone.days,
      })}
      action={m.admin_pay_refund_send()}
      ask={asking.mutateAsync}
      onDone={(amount) => toast({ title: m.admin_pay_refund_recorded(), description: showMoney(amount) })}
      Refused={RefundFailed}
    />
  );
}
