import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type listCharges, proposeCharge } from "#contract/charges.ts";
import type { Attachment } from "#contract/conversations.ts";
import type { Answer } from "#contract/endpoint.ts";
import { chargeAnswerHours, isComputed } from "#domain/charges/charges.ts";
import { chargeFields } from "#domain/fields/money.ts";
import { api } from "#web/api.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { ChargeFailed } from "./charge-failed.tsx";
import { categoryNames, factsWords } from "./charge-words.ts";
import { m } from "#web/paraglide/messages.js";
import { AttachmentView } from "#web/files/attachment-view.tsx";
import { AttachFiles } from "#web/files/attach-files.tsx";
import { useAttachments } from "#web/files/use-attachments.ts";
import { makeStale } from "#web/make-stale.ts";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

const rules: FormRules<typeof chargeFields, "charge_above_rule"> = {
  fields: chargeFields,
  known: ["charge_above_rule"],
};
const own = {
  amount: {
    missing: m.admin_charges_wrong_amount,
    amount: m.admin_charges_wrong_amount,
    charge_above_rule: m.charges_failed_rule,
  },
};

type Proposable = Answer<typeof listCharges>["proposable"];

type ProposeChargeProps = {
  orderId: string;
  /** The rental's cars with the charges possible for each. With several cars, the form asks which one. */
  cars: readonly { stretch?: number; name?: string; proposable: Proposable }[];
  /** The files that the renter sent with reports of incidents. */
  reported: readonly Attachment[];
};

/** Proposes a charge with its evidence. An amount that a rule computes is filled in already. */
export function ProposeCharge({ orderId, cars, reported }: ProposeChargeProps) {
  const cache = useQueryClient();
  const id = useRef(crypto.randomUUID());
  const files = useAttachments();
  const [shown, setShown] = useState<readonly string[]>([]);
  const evidence = [...shown, ...files.ids];
  const [stretch, setStretch] = useState<number>();
  const car = cars.find((one) => one.stretch === stretch) ?? cars.at(-1);
  const proposable = car?.proposable ?? [];
  const [category, setCategory] = useState<Proposable[number]["category"]>();
  const [lacksFiles, setLacksFiles] = useState(false);
  const chosen = proposable.find((one) => one.category === category) ?? proposable[0];
  const { props, field, isSending, failure } = useForm({
    rules,
    id: "charge",
    words: (name, code) => errorWords(own, name, code),
    send: async ({ amount, words }, form) => {
      if (!chosen) return;
      const isBare = files.isOpen || (!isComputed(chosen.category) && evidence.length === 0);
      setLacksFiles(isBare);
      if (isBare) return;
      const sent = { id: id.current, category: chosen.category, amount, words, evidence };
      try {
        const body = { ...sent, ...(car?.stretch !== undefined && { stretch: car.stretch }) };
        await api(proposeCharge, { params: { id: orderId }, body });
      } finally {
        void makeStale(cache, "order");
      }
      id.current = crypto.randomUUID();
      files.clear();
      setShown([]);
      form.reset();
      toast({ title: m.admin_charges_proposed({ hours: chargeAnswerHours }) });
    },
  });
  if (!chosen) return null;
  return (
    <details className="unfold">
      <summary>{m.admin_charges_propose()}</summary>
      <form className="stack" {...props}>
        {car?.name !== undefined && (
          <SelectField
            id="charge-car"
            label={m.admin_charges_car()}
            value={String(car.stretch)}
            options={cars.map((one) => ({
              value: String(one.stretch),
              label: shownCarName(one.name ?? ""),
            }))}
            onChange={({ target }) => setStretch(Number(target.value))}
          />
        )}
        <SelectField
          id="charge-category"
          label={m.admin_charges_category()}
          value={chosen.category}
          options={proposable.map((one) => ({ value: one.category, label: labelOf(one) }))}
          onChange={({ target }) =>
            setCategory(proposable.find((one) => one.category === target.value)?.category)
          }
        />
        {chosen.isDisagreed && <Notice kind="warn">{m.admin_charges_disagreed()}</Notice>}
        {chosen.facts && <p className="small num">{factsWords(chosen.facts)}</p>}
        <TextField
          {...field("amount")}
          // The amount of another car or kind of charge replaces the amount in the field.
          key={`${car?.stretch} ${chosen.category} ${chosen.amount}`}
          defaultValue={chosen.amount ?? ""}
          label={m.admin_charges_amount()}
          inputMode="decimal"
          autoComplete="off"
          {...(chosen.amount && {
            hint: m.admin_charges_computed({ amount: showMoney(chosen.amount) }),
          })}
        />
        <TextAreaField {...field("words")} label={m.admin_charges_words()} rows={3} />
        <Reported files={reported} shown={shown} onShown={setShown} />
        <AttachFiles files={files} />
        {lacksFiles && (
          <Notice kind="bad" isAlert>
            {files.isOpen ? m.charges_files_open() : m.charges_failed_evidence()}
          </Notice>
        )}
        <ChargeFailed error={failure} />
        <p>
          <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
            {m.admin_charges_send()}
          </button>
        </p>
      </form>
    </details>
  );
}

type ReportedProps = {
  files: readonly Attachment[];
  shown: readonly string[];
  onShown: (shown: readonly string[]) => void;
};

/** The renter's own files, to be chosen as evidence. */
function Reported({ files, shown, onShown }: ReportedProps) {
  if (files.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="label mb-1.5">{m.charges_reported()}</legend>
      {files.map((file) => (
        <label key={file.id} className="choice">
          <input
            type="checkbox"
            checked={shown.includes(file.id)}
            onChange={({ target }) =>
              onShown(target.checked ? [...shown, file.id] : shown.filter((one) => one !== file.id))
            }
          />
          <AttachmentView attachment={file} isChoice />
        </label>
      ))}
    </fieldset>
  );
}

function labelOf({ category, until }: Proposable[number]): string {
  const name = categoryNames[category]();
  return until ? m.admin_charges_until({ name, date: showDate(until) }) : name;
}
