import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { adjustHostBalance, type HostAdjustments } from "#contract/admin/host-adjustments.ts";
import { formatMoney, parseMoney } from "#domain/money.ts";
import { refundsAlone } from "#domain/payments/payments.ts";
import { type AdjustmentKind, adjustmentKinds } from "#domain/payouts/adjustments.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
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

type AdjustBalanceProps = { hostId: string; hasDebt: boolean; onAdjusted: (now: HostAdjustments) => void };

/** Takes a share back, and from a host who owes us, writes it off or records that it came. */
export function AdjustBalance({ hostId, hasDebt, onAdjusted }: AdjustBalanceProps) {
  const today = useToday();
  const [kind, setKind] = useState<AdjustmentKind>("take_back");
  const [id, setId] = useState(() => crypto.randomUUID());
  const [wrong, setWrong] = useState<"order" | "amount" | "reason">();
  const kinds = adjustmentKinds.filter((one) => hasDebt || one === "take_back");
  const sending = useMutation({
    mutationFn: (sent: { order: string; amount: string; reason: string; receivedOn: string }) =>
      api(adjustHostBalance, {
        params: { id: hostId },
        body: {
          id,
          kind,
          amount: sent.amount,
          reason: sent.reason,
          ...(kind === "take_back" && { order: sent.order }),
          ...(kind === "repayment" && { receivedOn: sent.receivedOn }),
        },
      }),
    onSuccess: (now) => {
      toast({ title: m.adjust_done() });
      setId(crypto.randomUUID());
      onAdjusted(now);
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const textOf = (name: string) => String(values.get(name) ?? "").trim();
    const sent = {
      order: textOf("order"),
      amount: textOf("amount"),
      reason: textOf("reason"),
      receivedOn: textOf("receivedOn"),
    };
    const inWords = sent.reason ? undefined : "reason";
    const found =
      kind === "take_back" && !sent.order ? "order" : parseMoney(sent.amount) ? inWords : "amount";
    setWrong(found);
    if (!found && !sending.isPending) sending.mutate(sent);
  };
  const alone = formatMoney(refundsAlone.most, currentLanguage());
  return (
    <details className="unfold w-full">
      <summary>{m.adjust_open()}</summary>
      <form className="stack" noValidate onSubmit={send}>
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
            <TextField
              id="adjust-order"
              name="order"
              label={m.adjust_order()}
              autoComplete="off"
              maxLength={50}
              {...(wrong === "order" && { error: m.adjust_wrong_order(), isAlert: true })}
            />
          )}
          <TextField
            id="adjust-amount"
            name="amount"
            label={m.adjust_amount()}
            inputMode="decimal"
            autoComplete="off"
            {...(wrong === "amount" && { error: m.adjust_wrong_amount(), isAlert: true })}
          />
          {kind === "repayment" && (
            <TextField
              id="adjust-day"
              name="receivedOn"
              type="date"
              label={m.adjust_received_on()}
              defaultValue={today}
              max={today}
            />
          )}
        </div>
        <TextField
          id="adjust-reason"
          name="reason"
          label={kind === "repayment" ? m.payouts_desk_reference() : m.payouts_desk_reason()}
          hint={hints[kind]({ alone })}
          maxLength={500}
          autoComplete="off"
          {...(wrong === "reason" && { error: m.payouts_desk_wrong_reason(), isAlert: true })}
        />
        {sending.error && (
          <Notice kind="bad" isAlert>
            {adjustmentErrorWords(sending.error)}
          </Notice>
        )}
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={sending.isPending || undefined}>
            {kindNames[kind]()}
          </button>
        </p>
      </form>
    </details>
  );
}
