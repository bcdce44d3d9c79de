import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { answerHostRequest, type HostRequestDetail } from "#contract/host/requests.ts";
import { declineReasons } from "#domain/orders/host-requests.ts";
import { api, ApiError } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { reasonNames } from "./words.ts";

type Answer = Parameters<typeof sendAnswer>[1];
const sendAnswer = (
  id: string,
  body: { decision: "accepted" | "declined"; reason?: (typeof declineReasons)[number]; words?: string },
): Promise<HostRequestDetail> => api(answerHostRequest, { params: { id }, body });

/** Yes in one press; no asks why first. */
export function AnswerRequest({ id }: { id: string }) {
  const cache = useQueryClient();
  const [isDeclining, setDeclining] = useState(false);
  const answering = useMutation({
    mutationFn: (answer: Answer) => sendAnswer(id, answer),
    onSuccess: ({ state }) =>
      toast(
        state === "accepted"
          ? { title: m.host_request_done_yes(), description: m.host_request_done_yes_text() }
          : { title: m.host_request_done_no(), description: m.host_request_done_no_text() },
      ),
    // What stands now is read anew, also where somebody else was faster.
    onSettled: () => cache.invalidateQueries({ queryKey: ["api", "host"] }),
  });
  const send = (answer: Answer) => !answering.isPending && answering.mutate(answer);
  const decline = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const reason = declineReasons.find((one) => one === values.get("reason"));
    const words = String(values.get("words") ?? "").trim();
    if (reason) send({ decision: "declined", reason, ...(words && { words }) });
  };
  const isBusy = answering.isPending || undefined;
  return (
    <section className="stack" aria-labelledby="host-answer">
      <h2 className="h3" id="host-answer">
        {m.host_request_answer()}
      </h2>
      <AnswerFailed error={answering.error} />
      {isDeclining ? (
        <form className="stack max-w-136" onSubmit={decline}>
          <SelectField
            id="decline-reason"
            name="reason"
            label={m.host_request_why()}
            options={declineReasons.map((value) => ({ value, label: reasonNames[value]() }))}
          />
          <TextAreaField
            id="decline-words"
            name="words"
            label={m.host_request_words()}
            hint={m.host_request_words_hint()}
            isOptional
            rows={2}
            maxLength={500}
          />
          <div className="acts">
            <button className="btn btn-primary" type="submit" aria-busy={isBusy}>
              {m.host_request_decline()}
            </button>
            <button className="btn btn-secondary" type="button" onClick={() => setDeclining(false)}>
              {m.host_request_back()}
            </button>
          </div>
        </form>
      ) : (
        <>
          <p className="muted">{m.host_request_yes_hint()}</p>
          <div className="acts">
            <button
              className="btn btn-primary"
              type="button"
              aria-busy={isBusy}
              onClick={() => send({ decision: "accepted" })}
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

function AnswerFailed({ error }: { error: Error | null }) {
  const code = error instanceof ApiError ? error.body?.code : undefined;
  const words =
    code === "request_answered"
      ? m.host_request_late
      : code === "car_taken"
        ? m.host_request_taken
        : undefined;
  if (!words) return <Failed error={error} title={m.host_request_failed()} />;
  return (
    <Notice kind="bad" isAlert>
      {words()}
    </Notice>
  );
}
