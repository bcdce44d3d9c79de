import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { answerCharge, type Charge } from "#contract/charges.ts";
import type { BodySent } from "#contract/endpoint.ts";
import { longestChargeWords } from "#domain/charges/charges.ts";
import { wireMoney } from "#domain/money.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { AttachFiles } from "#web/files/attach-files.tsx";
import { useAttachments } from "#web/files/use-attachments.ts";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { centsFromWire, showMoney } from "#web/ui/format/money.ts";
import { toast } from "#web/ui/toast.ts";
import { ChargeFailed } from "./charge-failed.tsx";

/** Accepts a charge, or contests it in words and files. */
export function AnswerCharge({ charge: { id, amount, taxes = "0.00" } }: { charge: Charge }) {
  const asked = showMoney(wireMoney(centsFromWire(amount) + centsFromWire(taxes)));
  const cache = useQueryClient();
  const files = useAttachments();
  const [words, setWords] = useState("");
  const [wrong, setWrong] = useState<string>();
  const answering = useMutation({
    mutationFn: (body: BodySent<typeof answerCharge>) => api(answerCharge, { params: { id }, body }),
    onSuccess: ({ status }) =>
      toast({ title: status === "accepted" ? m.charges_accepted_toast() : m.charges_contested_toast() }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["api", "account", "orders"] }),
  });
  const contest = (event: FormEvent) => {
    event.preventDefault();
    const missing = words.trim() === "" ? m.charges_contest_missing() : undefined;
    const found = files.isOpen ? m.charges_files_open() : missing;
    setWrong(found);
    if (!found && !answering.isPending)
      answering.mutate({ answer: "contest", words: words.trim(), evidence: files.ids });
  };
  return (
    <>
      <ChargeFailed error={answering.error} />
      <details className="fold">
        <summary>{m.charges_accept({ amount: asked })}</summary>
        <p>{m.charges_accept_sure({ amount: asked })}</p>
        <p>
          <button
            className="btn btn-primary"
            type="button"
            aria-busy={answering.isPending || undefined}
            onClick={() => !answering.isPending && answering.mutate({ answer: "accept" })}
          >
            {m.charges_accept({ amount: asked })}
          </button>
        </p>
      </details>
      <details className="fold">
        <summary>{m.charges_contest()}</summary>
        <form className="grid gap-4" noValidate onSubmit={contest}>
          <TextAreaField
            id={`contest-${id}`}
            label={m.charges_contest_words()}
            rows={4}
            maxLength={longestChargeWords}
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              setWrong(undefined);
            }}
            {...(wrong && { error: wrong, isAlert: true })}
          />
          <AttachFiles files={files} />
          <p>
            <button className="btn btn-primary" type="submit" aria-busy={answering.isPending || undefined}>
              {m.charges_contest_send()}
            </button>
          </p>
        </form>
      </details>
    </>
  );
}
