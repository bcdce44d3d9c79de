import { useRef, useState } from "react";
import { adjustHostBalance, type HostAdjustments } from "#contract/admin/host-adjustments.ts";
import { adjustmentFields } from "#domain/fields/money.ts";
import { formatMoney } from "#domain/money.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import { type AdjustmentKind, adjustmentKinds } from "#domain/payouts/adjustments.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { adjustmentErrorWords } from "./adjustment-words.ts";

const kindNames: Record<AdjustmentKind, () => string> = {
  take_back: m.adjust_take_back,
  write_off: m.adjust_write_off,
  repayment: m.adjust_repayment,
};
const hints: Record<AdjustmentKind, (limit: { alone: string }) => string> = {
  take_back: m.adjust_take_back_hint,
  write_off: m.adjust_write_off_hint,
  repayment: m.adjust_repayment_hint,
};
const own = {
  order: { missing: m.adjust_wrong_order },
  amount: {
    missing: m.adjust_wrong_amount,
    amount: m.adjust_wrong_amount,
    adjustment_above_most: m.adjust_error_above_most,
  },
  reason: { missing: m.payouts_admin_wrong_reason },
};

const rulesOf = (kind: AdjustmentKind): FormRules<typeof adjustmentFields, "adjustment_above_most"> => ({
  fields: adjustmentFields,
  shows: "one",
  known: ["adjustment_above_most"],
  check: ({ order, receivedOn }) => ({
    ...(kind === "take_back" && order === "" && { order: "missing" }),
    ...(kind === "repayment" && receivedOn === "" && { receivedOn: "missing" }),
  }),
});

type AdjustBalanceProps = { hostId: string; hasDebt: boolean; onAdjusted: (now: HostAdjustments) => void };

/** Takes a share back from a host. A debt can also be written off or recorded as repaid. */
export function AdjustBalance({ hostId, hasDebt, onAdjusted }: AdjustBalanceProps) {
  const today = useToday();
  const [kind, setKind] = useState<AdjustmentKind>("take_back");
  // One id for each adjustment, so that an adjustment that is sent twice counts once.
  const id = useRef(crypto.randomUUID());
  const kinds = adjustmentKinds.filter((one) => hasDebt || one === "take_back");
  const { props, field, isSending, failure } = useForm({
    rules: rulesOf(kind),
    id: "adjust",
    words: (name, code) => errorWords(own, name, code),
    start: { values: { receivedOn: today } },
    send: async ({ order, amount, reason, receivedOn }, form) => {
      const now = await api(adjustHostBalance, {
        params: { id: hostId },
        body: {
          id: id.current,
          kind,
          amount,
          reason,
          ...(kind === "take_back" && { order }),
          ...(kind === "repayment" && { receivedOn }),
        },
      });
      toast({ title: m.adjust_done() });
      id.current = crypto.randomUUID();
      form.reset();
      onAdjusted(now);
    },
  });
  const alone = formatMoney(refundsAlone.most, currentLanguage());
  return (
    <details className="unfold w-full">
      <summary>{m.adjust_open()}</summary>
      <form className="stack" {...props}>
        <SelectField
          id="adjust-kind"
          label={m.adjust_what()}
          value={kind}
          onChange={({ currentTarget }) =>
            setKind(adjustmentKinds.find((one) => one === currentTarget.value) ?? "take_back")
          }
          options={kinds.map((value) => ({ value, label: kindNames[value]() }))}
        />
        <div className="pairs max-sm:grid-cols-1">
          {kind === "take_back" && (
            <TextField {...field("order")} label={m.adjust_order()} autoComplete="off" />
          )}
          <TextField {...field("amount")} label={m.adjust_amount()} inputMode="decimal" autoComplete="off" />
          {kind === "repayment" && (
            <TextField {...field("receivedOn")} type="date" label={m.adjust_received_on()} max={today} />
          )}
        </div>
        <TextField
          {...field("reason")}
          label={kind === "repayment" ? m.payouts_admin_reference() : m.payouts_admin_reason()}
          hint={hints[kind]({ alone })}
          autoComplete="off"
        />
        {failure !== undefined && (
          <Notice kind="bad" isAlert>
            {adjustmentErrorWords(failure)}
          </Notice>
        )}
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={isSending || undefined}>
            {kindNames[kind]()}
          </button>
        </p>
      </form>
    </details>
  );
}
