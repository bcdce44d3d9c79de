import { type FormEvent, useRef, useState } from "react";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { dateInLosAngeles, formatDate, isDate } from "#domain/dates.ts";
import { formatMoney, parseMoney } from "#domain/money.ts";
import { dayInBooks, monthOf } from "#domain/payments/months.ts";
import { recordedMethods } from "#domain/payments/payments.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { methodName } from "#web/payments/payment-words.ts";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { useRecordPayment } from "./queries.ts";

type RecordPaymentProps = {
  orderId: string;
  money: Pick<AdminOrderMoney, "dueNow" | "leftToPay" | "closedMonths">;
};

/** Writes down money that came in. What is due stands in it already; the id stays until the server says that it has it, so that
 * a lost answer is no second payment. */
export function RecordPayment({ orderId, money: { dueNow, leftToPay, closedMonths } }: RecordPaymentProps) {
  const recording = useRecordPayment(orderId);
  const id = useRef(crypto.randomUUID());
  const [isWrong, setWrong] = useState(false);
  const [above, setAbove] = useState(0);
  const [paidOn, setPaidOn] = useState("");
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const due = Number(dueNow) > 0 ? dueNow : leftToPay;
  const isRepeated = failureCode(recording.error) === "payment_repeated";

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? "").trim();
    const amount = text("amount");
    const method = recordedMethods.find((one) => one === values.get("method"));
    setWrong(!parseMoney(amount));
    if (!parseMoney(amount) || !method || recording.isPending) return;
    recording.mutate(
      {
        id: id.current,
        amount,
        method,
        reference: text("reference"),
        paidOn: text("paidOn"),
        ...(isRepeated && { again: true }),
      },
      {
        onSuccess: () => {
          id.current = crypto.randomUUID();
          setAbove(0);
          toast({
            title: m.admin_pay_recorded(),
            description: m.admin_pay_recorded_text({ amount: showMoney(amount) }),
          });
        },
      },
    );
  };

  return (
    <details className="unfold">
      <summary>{m.admin_pay_record()}</summary>
      <form className="stack" onSubmit={send} onChange={() => isRepeated && recording.reset()} key={due}>
        <TextField
          id="pay-amount"
          name="amount"
          label={m.admin_pay_amount()}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={Number(due) > 0 ? due : ""}
          onChange={({ currentTarget }) =>
            setAbove((parseMoney(currentTarget.value) ?? 0) - (parseMoney(leftToPay) ?? 0))
          }
          hint={above > 0 && m.admin_pay_above({ amount: formatMoney(above, currentLanguage()) })}
          {...(isWrong && { error: m.admin_pay_wrong_amount(), isAlert: true })}
        />
        <Field id="pay-method" label={m.admin_pay_method()}>
          <SelectFrame>
            <select className="control" id="pay-method" name="method" defaultValue="transfer">
              {recordedMethods.map((method) => (
                <option key={method} value={method}>
                  {methodName(method)}
                </option>
              ))}
            </select>
          </SelectFrame>
        </Field>
        <TextField
          id="pay-reference"
          name="reference"
          label={m.admin_pay_reference()}
          hint={m.admin_pay_reference_hint()}
          isOptional
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          id="pay-on"
          name="paidOn"
          type="date"
          label={m.admin_pay_on()}
          max={today}
          defaultValue={today}
          onChange={({ currentTarget }) => setPaidOn(currentTarget.value)}
          hint={
            isDate(paidOn) &&
            closedMonths.includes(monthOf(paidOn)) &&
            m.admin_pay_closed_month({
              month: longMonth(monthOf(paidOn)),
              counts: formatDate(dayInBooks(paidOn, new Set(closedMonths)), currentLanguage()),
            })
          }
          required
        />
        {isRepeated ? (
          <Notice kind="warn" isAlert>
            {m.admin_pay_repeated()}
          </Notice>
        ) : (
          <Failed error={recording.error} />
        )}
        <p>
          <button className="btn btn-primary" type="submit" aria-busy={recording.isPending || undefined}>
            {isRepeated ? m.admin_pay_again() : m.admin_pay_record()}
          </button>
        </p>
      </form>
    </details>
  );
}
