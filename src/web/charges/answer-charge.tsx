import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerCharge, type Charge } from "#contract/charges.ts";
import type { BodySent } from "#contract/endpoint.ts";
import { contestFields } from "#domain/fields/money.ts";
import { wireMoney } from "#domain/money.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { AttachFiles } from "#web/files/attach-files.tsx";
import { useAttachments } from "#web/files/use-attachments.ts";
import { makeStale } from "#web/make-stale.ts";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { centsFromWire, showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { ChargeFailed } from "./charge-failed.tsx";
import { chargeFailure } from "./charge-words.ts";

const rules = { fields: contestFields };
const own = { words: { missing: m.charges_contest_missing, refused: m.charges_contest_missing } };

/** Accepts a charge, or contests it in words and files. */
export function AnswerCharge({ charge: { id, amount, taxes = "0.00" } }: { charge: Charge }) {
  const asked = showMoney(wireMoney(centsFromWire(amount) + centsFromWire(taxes)));
  const cache = useQueryClient();
  const files = useAttachments();
  const answering = useMutation({
    mutationFn: (body: BodySent<typeof answerCharge>) => api(answerCharge, { params: { id }, body }),
    onSuccess: ({ status }) =>
      toast({ title: status === "accepted" ? m.charges_accepted_toast() : m.charges_contested_toast() }),
    onError: (error) => refused(chargeFailure(error)),
    onSettled: () => makeStale(cache, "order"),
  });
  const refused = useRefusal(answering.error);
  const [isOpen, setOpen] = useState(false);
  const { props, field } = useForm({
    rules,
    id: `contest-${id}`,
    words: (name, code) => errorWords(own, name, code),
    send: async ({ words }) => {
      setOpen(files.isOpen);
      if (!files.isOpen) await answering.mutateAsync({ answer: "contest", words, evidence: files.ids });
    },
  });
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
        <form className="grid gap-4" {...props}>
          <TextAreaField {...field("words")} label={m.charges_contest_words()} rows={4} />
          <AttachFiles files={files} />
          {isOpen && (
            <Notice kind="bad" isAlert>
              {m.charges_files_open()}
            </Notice>
          )}
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
