import { useState } from "react";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { dateInLosAngeles, isDate, type IsoDate } from "#domain/dates.ts";
import { paymentFields } from "#domain/fields/money.ts";
import { formatMoney, parseMoney } from "#domain/money.ts";
import { dayInBooks, monthOf } from "#domain/payments/months.ts";
import { mayRecordFor, recordedMethods, repeatDays } from "#domain/payments/payments.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { methodName } from "#web/payments/payment-words.ts";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { useRecordPayment } from "./queries.ts";

type RecordPaymentProps = {
  orderId: string;
  money: Pick<AdminOrderMoney, "dueNow" | "leftToPay" | "closedMonths">;
};

/** Records a payment, folded away until somebody opens it. */
export function RecordPayment(payment: RecordPaymentProps) {
  const { dueNow, leftToPay } = payment.money;
  const due = Number(dueNow) > 0 ? dueNow : leftToPay;
  // Another payment that arrives leaves the typed text alone; a recorded payment makes a new, empty form.
  const [recorded, setRecorded] = useState(0);
  return (
    <details className="unfold">
      <summary>{m.admin_pay_record()}</summary>
      <PaymentForm
        {...payment}
        key={recorded}
        due={Number(due) > 0 ? due : ""}
        onRecorded={() => setRecorded((count) => count + 1)}
      />
    </details>
  );
}

const rulesOn = (today: IsoDate): FormRules<typeof paymentFields, "out_of_range"> => ({
  fields: paymentFields,
  check: ({ paidOn }) => (mayRecordFor(paidOn, today) ? {} : { paidOn: "out_of_range" }),
});
const own = {
  amount: { missing: m.admin_pay_wrong_amount, amount: m.admin_pay_wrong_amount },
  paidOn: { out_of_range: m.admin_pay_wrong_day, refused: m.admin_pay_wrong_day },
};

/**
 * The form begins with the sum that is due. Its id stays until the server confirms the payment, so that a lost
 * answer leads to no second payment.
 */
function PaymentForm({
  orderId,
  money: { leftToPay, closedMonths },
  due,
  onRecorded,
}: RecordPaymentProps & { due: string; onRecorded: () => void }) {
  const { mutateAsync: record } = useRecordPayment(orderId);
  const [id] = useState(() => crypto.randomUUID());
  const [entered, setEntered] = useState({ amount: "", paidOn: "" });
  const [isRepeated, setRepeated] = useState(false);
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const { props, field, isSending, failure, forgetFailure } = useForm({
    rules: rulesOn(today),
    id: "pay",
    words: (name, code) => errorWords(own, name, code),
    start: { values: { amount: due, method: "transfer", paidOn: today } },
    onWatch: setEntered,
    send: async ({ method, ...sent }) => {
      const paid = recordedMethods.find((one) => one === method) ?? "transfer";
      await record({ id, method: paid, ...sent, ...(isRepeated && { again: true }) });
      toast({
        title: m.admin_pay_recorded(),
        description: m.admin_pay_recorded_text({ amount: showMoney(sent.amount) }),
      });
      onRecorded();
    },
    onFailed: (error) => setRepeated(failureCode(error) === "payment_repeated"),
  });
  const forgetRefusal = () => {
    setRepeated(false);
    forgetFailure();
  };
  const above = (parseMoney(entered.amount) ?? 0) - (parseMoney(leftToPay) ?? 0);
  const month = isDate(entered.paidOn) ? monthOf(entered.paidOn) : "";

  return (
    <form className="stack" {...props} onChange={forgetRefusal}>
      <TextField
        {...field("amount")}
        label={m.admin_pay_amount()}
        inputMode="decimal"
        autoComplete="off"
        hint={above > 0 && m.admin_pay_above({ amount: formatMoney(above, currentLanguage()) })}
      />
      <SelectField
        {...field("method")}
        label={m.admin_pay_method()}
        options={recordedMethods.map((value) => ({ value, label: methodName(value) }))}
      />
      <TextField
        {...field("reference")}
        label={m.admin_pay_reference()}
        hint={m.admin_pay_reference_hint()}
        isOptional
        autoComplete="off"
      />
      <TextField
        {...field("paidOn")}
        type="date"
        label={m.admin_pay_on()}
        max={today}
        hint={
          closedMonths.includes(month) &&
          m.admin_pay_closed_month({
            month: longMonth(month),
            counts: showDate(dayInBooks(entered.paidOn, new Set(closedMonths))),
          })
        }
      />
      {isRepeated ? (
        <Notice kind="warn" isAlert>
          {m.admin_pay_repeated({ days: repeatDays })}
        </Notice>
      ) : (
        <Failed error={failure} />
      )}
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
          {isRepeated ? m.admin_pay_again() : m.admin_pay_record()}
        </button>
      </p>
    </form>
  );
}
