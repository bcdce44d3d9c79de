import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { answerMessage, closeMessage, ContactMessage } from "#contract/admin/contact.ts";
import { api } from "#web/api.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { showMoment } from "#web/ui/format/moment.ts";
import { Failed } from "#web/admin/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { describedBy, Field } from "#web/ui/form/field.tsx";
import { readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { messagesKey } from "./queries.ts";
import { keepAnswer, keptAnswer } from "#web/contact/cached-answer.ts";

const longestAnswer = 5000;

/** One message, who wrote it, and its answer or the place to write one. */
export function MessageDetail({ message, onClose }: { message: ContactMessage; onClose: () => void }) {
  const {
    name,
    email,
    phone,
    subject,
    message: text,
    language,
    createdAt,
    answer,
    answeredAt,
    answeredBy,
  } = message;
  return (
    <article className="mail-detail" aria-labelledby="message-title">
      <p className="mail-back">
        <button className="btn btn-quiet btn-sm" type="button" onClick={onClose}>
          <AdminIcon name="back" />
          {m.admin_messages_back()}
        </button>
      </p>
      <h2 className="h3" id="message-title" tabIndex={-1} ref={(title) => title?.focus()}>
        <bdi lang={language}>{subject}</bdi>
      </h2>
      <p className="small muted">
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        · <a href={`mailto:${email}`}>{email}</a>
        {phone && <> · {phone}</>} · {showMoment(createdAt)} ·{" "}
        {language === "zh" ? m.admin_messages_in_chinese() : m.admin_messages_in_english()}
      </p>
      <p className="mail-text" lang={language} dir="auto">
        {text}
      </p>
      {answer !== null && answeredAt !== null ? (
        <section className="mail-answer" aria-labelledby="answer-title">
          <h3 className="label" id="answer-title">
            {m.admin_messages_answer_by({ name: answeredBy ?? "–", moment: showMoment(answeredAt) })}
          </h3>
          <p className="mail-text" lang={language} dir="auto">
            {answer}
          </p>
        </section>
      ) : (
        <>
          {message.closedAt !== null && (
            <Notice>
              {m.admin_messages_closed_by({
                name: message.closedBy ?? "–",
                moment: showMoment(message.closedAt),
              })}
            </Notice>
          )}
          <AnswerForm message={message} />
          <CloseMessage message={message} />
        </>
      )}
    </article>
  );
}

/** Advertising wants no answer: it is set aside, and can be opened again. */
function CloseMessage({ message: { id, closedAt } }: { message: ContactMessage }) {
  const cache = useQueryClient();
  const isClosed = closedAt !== null;
  const close = useMutation({
    mutationFn: () =>
      api<typeof closeMessage>(
        { method: "PUT", path: "/api/admin/messages/:id/closed" },
        { params: { id }, body: { closed: !isClosed } },
      ),
    onSuccess: () =>
      toast({ title: isClosed ? m.admin_messages_opened_again() : m.admin_messages_set_aside() }),
    onSettled: () => cache.invalidateQueries({ queryKey: messagesKey }),
  });
  return (
    <>
      <Failed error={close.error} />
      <p>
        <button
          className="btn btn-quiet btn-sm"
          type="button"
          aria-busy={close.isPending || undefined}
          onClick={() => !close.isPending && close.mutate()}
        >
          {isClosed ? m.admin_messages_open_again() : m.admin_messages_close()}
        </button>
      </p>
    </>
  );
}

function AnswerForm({ message: { id, language, email } }: { message: ContactMessage }) {
  const cache = useQueryClient();
  const [error, setError] = useState<string>();
  const refresh = () => cache.invalidateQueries({ queryKey: messagesKey });
  const send = useMutation({
    mutationFn: (text: string) =>
      api<typeof answerMessage>(
        { method: "POST", path: "/api/admin/messages/:id/answer" },
        { params: { id }, body: { text } },
      ),
    onSuccess: async () => {
      keepAnswer(id, "");
      toast({ title: m.admin_messages_sent(), description: m.admin_messages_sent_to({ email }) });
      await refresh();
    },
  });
  const isLate = failureCode(send.error) === "message_answered";

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = readFields(event.currentTarget, ["text"]).text.trim();
        setError(text === "" ? m.admin_messages_empty() : undefined);
        if (text === "") event.currentTarget.querySelector("textarea")?.focus();
        else if (!send.isPending) send.mutate(text);
      }}
    >
      <Field
        id="answer"
        label={m.admin_messages_answer()}
        hint={language === "zh" ? m.admin_messages_hint_chinese() : m.admin_messages_hint_english()}
        error={error}
      >
        <textarea
          className="control"
          id="answer"
          name="text"
          rows={8}
          maxLength={longestAnswer}
          defaultValue={keptAnswer(id)}
          lang={language}
          onChange={({ currentTarget }) => keepAnswer(id, currentTarget.value)}
          {...describedBy("answer", error, "hint")}
        />
      </Field>
      {isLate ? (
        <Notice kind="warn" isAlert>
          {m.admin_messages_late()}{" "}
          <button className="btn btn-secondary btn-sm" type="button" onClick={() => void refresh()}>
            {m.admin_messages_late_show()}
          </button>
        </Notice>
      ) : (
        <Failed error={send.error} />
      )}
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={send.isPending || undefined}>
          {m.admin_messages_send()}
        </button>
      </p>
    </form>
  );
}
