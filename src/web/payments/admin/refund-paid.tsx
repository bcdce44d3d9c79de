import { useState } from "react";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { dateInLosAngeles, isDate, type IsoDate } from "#domain/dates.ts";
import { refundPaidFields } from "#domain/fields/money.ts";
import { dayInBooks, monthOf } from "#domain/payments/months.ts";
import { mayRecordFor } from "#domain/payments/payments.ts";
import { m } from "#web/paraglide/messages.js";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { RefundFailed } from "./refund-failed.tsx";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { useDecideRefund } from "./queries.ts";

const rulesBetween = (from: IsoDate, today: IsoDate): FormRules<typeof refundPaidFields, "out_of_range"> => ({
  fields: refundPaidFields,
  check: ({ paidOn }) => (mayRecordFor(paidOn, today) && paidOn >= from ? {} : { paidOn: "out_of_range" }),
});

type RefundPaidProps = {
  orderId: string;
  refund: Pick<AdminOrderMoney["refunds"][number], "id" | "askedOn" | "leftByHand">;
  closedMonths: string[];
};

/** Records that our own part of a refund has gone back, and on which day. */
export function RefundPaid({ orderId, refund: { id, askedOn, leftByHand }, closedMonths }: RefundPaidProps) {
  const { mutateAsync: decide } = useDecideRefund(orderId);
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const [entered, setEntered] = useState({ paidOn: "" });
  const wrongDay = () => m.admin_pay_refund_wrong_day({ from: showDate(askedOn) });
  const own = { paidOn: { out_of_range: wrongDay, refused: wrongDay } };
  const { props, field, errors, isSending, failure } = useForm({
    rules: rulesBetween(askedOn, today),
    id: `refund-${id}`,
    words: (name, code) => errorWords(own, name, code),
    start: { values: { paidOn: today } },
    onWatch: setEntered,
    send: async (sent) => {
      try {
        await decide({ refundId: id, decision: "paid", ...sent });
      } catch (error) {
        refused(sessionErrorWords(error));
        throw error;
      }
    },
  });
  const refused = useRefusal(failure ?? errors.paidOn);
  const month = isDate(entered.paidOn) ? monthOf(entered.paidOn) : "";
  return (
    <form className="stack w-full" {...props}>
      <TextField
        {...field("paidOn")}
        type="date"
        label={m.admin_pay_refund_on()}
        min={askedOn}
        max={today}
        hint={
          closedMonths.includes(month) &&
          m.admin_pay_refund_closed_month({
            month: longMonth(month),
            counts: showDate(dayInBooks(entered.paidOn, new Set(closedMonths))),
          })
        }
      />
      <RefundFailed error={failure} />
      <p>
        <button className="btn btn-secondary btn-sm" type="submit" aria-busy={isSending || undefined}>
          {m.admin_pay_refund_paid({ amount: showMoney(leftByHand) })}
        </button>
      </p>
    </form>
  );
}
