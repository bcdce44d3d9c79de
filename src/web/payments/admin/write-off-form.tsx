import { formatMoney } from "#domain/money.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import { Failed } from "#web/session/states.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { AmountForm } from "./amount-form.tsx";
import { useCreateWriteOff } from "./queries.ts";

/** Writes off what an ended rental still owes, with a reason. */
export function WriteOffForm({ orderId, most }: { orderId: string; most: string }) {
  const asking = useCreateWriteOff(orderId);
  return (
    <AmountForm
      name="write-off"
      title={m.admin_pay_write_off()}
      hint={m.admin_pay_write_off_hint({
        amount: showMoney(most),
        alone: formatMoney(refundsAlone.most, currentLanguage()),
        days: refundsAlone.days,
      })}
      action={m.admin_pay_write_off_send()}
      ask={asking.mutateAsync}
      Refused={Failed}
    />
  );
}
