import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { type listCharges, proposeCharge } from "#contract/charges.ts";
import type { Attachment } from "#contract/conversations.ts";
import type { Answer, BodySent } from "#contract/endpoint.ts";
import { isComputed, longestChargeWords } from "#domain/charges/charges.ts";
import { formatDate } from "#domain/dates.ts";
import { parseMoney } from "#domain/money.ts";
import { api } from "#web/api.ts";
import { ChargeFailed } from "./charge-failed.tsx";
import { categoryNames, factsWords } from "./charge-words.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { AttachmentView } from "#web/files/attachment-view.tsx";
import { AttachFiles } from "#web/files/attach-files.tsx";
import { useAttachments } from "#web/files/use-attachments.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

type Proposable = Answer<typeof listCharges>["proposable"];

type ProposeChargeProps = {
  orderId: string;
  /** The cars of the rental that something may be charged of, and what; with several the form asks which one. */
  cars: readonly { stretch?: number; name?: string; proposable: Proposable }[];
  /** What the renter sent with reports of what happened. */
  reported: readonly Attachment[];
};

/** Proposes a charge with its evidence. What a rule comes to stands in it already. */
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
  const [amount, setAmount] = useState<string>();
  const [words, setWords] = useState("");
  const [wrong, setWrong] = useState<"amount" | "files">();
  const chosen = proposable.find((one) => one.category === category) ?? proposable[0];
  const proposing = useMutation({
    mutationFn: (body: BodySent<typeof proposeCharge>) =>
      api(proposeCharge, { params: { id: orderId }, body }),
    onSuccess: () => {
      id.current = crypto.randomUUID();
      files.clear();
      setShown([]);
      setAmount(undefined);
      setWords("");
      toast({ title: m.admin_charges_proposed() });
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ["api", "admin"] });
      void cache.invalidateQueries({ queryKey: ["api", "host", "trips"] });
    },
  });
  if (!chosen) return null;
  const asked = amount ?? chosen.amount ?? "";
  const send = (event: FormEvent) => {
    event.preventDefault();
    const lacksFiles = files.isOpen || (!isComputed(chosen.category) && evidence.length === 0);
    const found = parseMoney(asked) ? (lacksFiles ? "files" : undefined) : "amount";
    setWrong(found);
    if (found || proposing.isPending) return;
    const sent = { id: id.current, category: chosen.category, amount: asked, words: words.trim() };
    proposing.mutate({ ...sent, evidence, ...(car?.stretch !== undefined && { stretch: car.stretch }) });
  };
  return (
    <details className="unfold">
      <summary>{m.admin_charges_propose()}</summary>
      <form className="stack" noValidate onSubmit={send}>
        {car?.name !== undefined && (
          <SelectField
            id="charge-car"
            label={m.admin_charges_car()}
            value={String(car.stretch)}
            options={cars.map((one) => ({
              value: String(one.stretch),
              label: shownCarName(one.name ?? ""),
            }))}
            onChange={({ target }) => {
              setStretch(Number(target.value));
              setAmount(undefined);
            }}
          />
        )}
        <SelectField
          id="charge-category"
          label={m.admin_charges_category()}
          value={chosen.category}
          options={proposable.map((one) => ({ value: one.category, label: labelOf(one) }))}
          onChange={({ target }) => {
            setCategory(proposable.find((one) => one.category === target.value)?.category);
            setAmount(undefined);
          }}
        />
        {chosen.isDisagreed && <Notice kind="warn">{m.admin_charges_disagreed()}</Notice>}
        {chosen.facts && <p className="small num">{factsWords(chosen.facts)}</p>}
        <TextField
          id="charge-amount"
          label={m.admin_charges_amount()}
          inputMode="decimal"
          autoComplete="off"
          value={asked}
          onChange={({ target }) => setAmount(target.value)}
          {...(chosen.amount && {
            hint: m.admin_charges_computed({ amount: showMoney(chosen.amount) }),
          })}
          {...(wrong === "amount" && { error: m.admin_charges_wrong_amount(), isAlert: true })}
        />
        <TextAreaField
          id="charge-words"
          label={m.admin_charges_words()}
          rows={3}
          maxLength={longestChargeWords}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {reported.length > 0 && (
          <fieldset className="grid gap-3">
            <legend className="label mb-1.5">{m.charges_reported()}</legend>
            {reported.map((file) => (
              <label key={file.id} className="choice">
                <input
                  type="checkbox"
                  checked={shown.includes(file.id)}
                  onChange={({ target }) =>
                    setShown(target.checked ? [...shown, file.id] : shown.filter((one) => one !== file.id))
                  }
                />
                <AttachmentView attachment={file} isChoice />
              </label>
            ))}
          </fieldset>
        )}
        <AttachFiles files={files} />
        {wrong === "files" && (
          <Notice kind="bad" isAlert>
            {files.isOpen ? m.charges_files_open() : m.charges_failed_evidence()}
          </Notice>
        )}
        <ChargeFailed error={proposing.error} />
        <p>
          <button className="btn btn-primary" type="submit" aria-busy={proposing.isPending || undefined}>
            {m.admin_charges_send()}
          </button>
        </p>
      </form>
    </details>
  );
}

function labelOf({ category, until }: Proposable[number]): string {
  const name = categoryNames[category]();
  return until ? m.admin_charges_until({ name, date: formatDate(until, currentLanguage()) }) : name;
}
