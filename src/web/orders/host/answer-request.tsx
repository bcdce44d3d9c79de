import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerHostRequest, type HostRequestDetail } from "#contract/host/requests.ts";
import { declineFields } from "#domain/fields/host.ts";
import { declineReasons } from "#domain/orders/host-requests.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { FormActs } from "#web/ui/form/form-acts.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useRefusal } from "#web/ui/form/use-refusal.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { reasonNames } from "./words.ts";

type Answer = Parameters<typeof sendAnswer>[1];
const sendAnswer = (
  id: string,
  body: {
    decision: "accepted" | "declined";
    reason?: (typeof declineReasons)[number];
    words?: string;
    pickupDate?: string;
    returnDate?: string;
  },
): Promise<HostRequestDetail> => api(answerHostRequest, { params: { id }, body });

/** Accepts a request with one press, for the days that are on the page; declining first asks for a reason. */
export function AnswerRequest({
  request: { id, pickupDate, returnDate, isPlan, isPaidFirst },
}: {
  request: Pick<HostRequestDetail, "id" | "pickupDate" | "returnDate" | "isPlan" | "isPaidFirst">;
}) {
  const cache = useQueryClient();
  const [isDeclining, setDeclining] = useState(false);
  const answering = useMutation({
    mutationFn: (answer: Answer) => sendAnswer(id, answer),
    onSuccess: ({ state, isAwaitingPayment }) =>
      toast(
        state === "accepted"
          ? {
              title: m.host_request_done_yes(),
              description: isAwaitingPayment
                ? m.host_request_done_yes_unpaid()
                : m.host_request_done_yes_text(),
            }
          : {
              title: m.host_request_done_no(),
              description: isPlan ? m.host_request_done_no_plan() : m.host_request_done_no_text(),
            },
      ),
    onError: (error) => refused(refusalWords(error) ?? sessionErrorWords(error)),
    // The request is loaded again, also if somebody else has answered it first.
    onSettled: () => makeStale(cache, "order"),
  });
  const refused = useRefusal(answering.error);
  const send = (answer: Answer) => !answering.isPending && answering.mutate(answer);
  const isBusy = answering.isPending || undefined;
  return (
    <section className="stack" aria-labelledby="host-answer">
      <h2 className="h3" id="host-answer">
        {m.host_request_answer()}
      </h2>
      <AnswerFailed error={answering.error} />
      {isDeclining ? (
        <DeclineForm
          isPlan={isPlan}
          onDecline={(declined) => answering.mutateAsync({ decision: "declined", ...declined })}
          onClose={() => setDeclining(false)}
        />
      ) : (
        <>
          <p className="muted">{isPaidFirst ? m.host_request_yes_hint_pay() : m.host_request_yes_hint()}</p>
          <div className="acts">
            <button
              className="btn btn-primary"
              type="button"
              aria-busy={isBusy}
              onClick={() => send({ decision: "accepted", pickupDate, returnDate })}
            >
              {m.host_request_yes()}
            </button>
            <button className="btn btn-secondary" type="button" onClick={() => setDeclining(true)}>
              {m.host_request_no()}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

type DeclineFormProps = {
  isPlan: boolean;
  onDecline: (declined: { reason: (typeof declineReasons)[number]; words?: string }) => Promise<unknown>;
  onClose: () => void;
};

/**
 * The reason for declining, and the host's own words. The renter reads them; for a plan's order we read them and
 * find another car. If declining fails, the request's page says why.
 */
function DeclineForm({ isPlan, onDecline, onClose }: DeclineFormProps) {
  const { props, field, isSending } = useForm({
    rules: { fields: declineFields },
    id: "decline",
    words: (name, code) => errorWords({}, name, code),
    send: async ({ reason: chosen, words }) => {
      const reason = declineReasons.find((one) => one === chosen);
      if (reason) await onDecline({ reason, ...(words && { words }) });
    },
  });
  return (
    <form className="stack max-w-136" {...props}>
      <SelectField
        {...field("reason")}
        label={m.host_request_why()}
        options={declineReasons.map((value) => ({ value, label: reasonNames[value]() }))}
      />
      <TextAreaField
        {...field("words")}
        label={isPlan ? m.host_request_words_plan() : m.host_request_words()}
        hint={isPlan ? m.host_request_words_plan_hint() : m.host_request_words_hint()}
        isOptional
        rows={2}
      />
      <FormActs
        send={m.host_request_decline()}
        isSending={isSending}
        leave={m.host_request_back()}
        onLeave={onClose}
      />
    </form>
  );
}

function refusalWords(error: unknown): string | undefined {
  const code = failureCode(error);
  if (code === "request_answered") return m.host_request_late();
  return code === "car_taken" ? m.host_request_taken() : undefined;
}

function AnswerFailed({ error }: { error: Error | null }) {
  const words = refusalWords(error);
  if (!words) return <Failed error={error} title={m.host_request_failed()} />;
  return (
    <Notice kind="bad" isAlert>
      {words}
    </Notice>
  );
}
