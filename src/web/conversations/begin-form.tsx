import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Navigate } from "react-router";
import { longestMessage, longestSubject, type PeopleSide } from "#domain/conversations/conversations.ts";
import { AttachFiles } from "#web/files/attach-files.tsx";
import { useAttachments } from "#web/files/use-attachments.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { m } from "#web/paraglide/messages.js";
import { Waiting } from "#web/session/states.tsx";
import { describedBy, Field } from "#web/ui/form/field.tsx";
import { readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { BackToAll } from "./back-to-all.tsx";
import { keepDraft, readDraft, subjectOf } from "./draft-words.ts";
import { ownPages } from "./own-pages.ts";
import { conversationsAboutQuery } from "./queries.ts";
import { useBegin } from "./use-begin.ts";
import { whyNot } from "./why-not.ts";

type Props = { side: PeopleSide; to: "desk" | PeopleSide; orderId?: string | undefined };

/**
 * The first message to the other side of a rental, or from a host to us. A renter and a host who have already
 * written about the order are led to that conversation.
 */
export function BeginForm({ side, to, orderId = "" }: Props) {
  const before = useQuery({
    ...conversationsAboutQuery(side, orderId),
    enabled: to !== "desk" && orderId !== "",
  });
  const known = before.data?.find(({ between }) => between !== null);
  if (to !== "desk" && before.isLoading) return <Waiting />;
  if (to !== "desk" && known) return <Navigate to={`${ownPages[side]}/${known.id}`} replace />;
  return <FirstWords side={side} to={to} orderId={orderId} />;
}

const receivers: Record<Props["to"], () => string> = {
  desk: brandName,
  host: m.conversations_the_host,
  renter: m.conversations_the_renter,
};

function FirstWords({ side, to, orderId }: Props & { orderId: string }) {
  const id = useId();
  const draft = `new ${side} ${to} ${orderId}`;
  const files = useAttachments();
  const begin = useBegin(side, draft);
  const [errors, setErrors] = useState<{ subject?: string; text?: string }>({});
  const isToDesk = to === "desk";
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readFields(form, ["subject", "text"]);
    const [subject, text] = [typed.subject.trim(), typed.text.trim()];
    const wrong = {
      ...(isToDesk && subject === "" && { subject: m.conversations_no_subject() }),
      ...(text === "" && { text: m.conversations_empty() }),
      ...([...text].length > longestMessage && {
        text: m.conversations_too_long({ count: longestMessage }),
      }),
      ...(files.isOpen && { text: m.conversations_files_open() }),
    };
    setErrors(wrong);
    const first = (["subject", "text"] as const).find((name) => wrong[name]);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (!begin.isPending)
      begin.mutate({
        to,
        about: orderId ? { orderId } : undefined,
        // Between renter and host, the subject is the order's number, which the server adds.
        subject: isToDesk ? subject : m.conversations_about(),
        text,
        attachments: files.ids,
      });
  };
  return (
    <article className="grid grid-cols-1 gap-4" aria-labelledby={`${id}-title`}>
      <BackToAll side={side} />
      <h2 className="h3" id={`${id}-title`}>
        {m.messages_new()}
      </h2>
      <form className="stack" noValidate onSubmit={onSubmit}>
        <p>
          <b>{m.conversations_to()}</b> {receivers[to]()}
        </p>
        {!isToDesk && <p className="small muted">{m.conversations_we_read({ brand: brandName() })}</p>}
        {isToDesk && (
          <Field id={`${id}-subject`} label={m.conversations_subject()} error={errors.subject}>
            <input
              className="control"
              id={`${id}-subject`}
              name="subject"
              maxLength={longestSubject}
              dir="auto"
              defaultValue={readDraft(subjectOf(draft))}
              onChange={({ currentTarget }) => keepDraft(subjectOf(draft), currentTarget.value)}
              {...describedBy(`${id}-subject`, errors.subject)}
            />
          </Field>
        )}
        <Field id={`${id}-text`} label={m.conversations_write()} error={errors.text}>
          <textarea
            className="control"
            id={`${id}-text`}
            name="text"
            rows={5}
            dir="auto"
            defaultValue={readDraft(draft)}
            onChange={({ currentTarget }) => keepDraft(draft, currentTarget.value)}
            {...describedBy(`${id}-text`, errors.text)}
          />
        </Field>
        <AttachFiles files={files} />
        {begin.error && (
          <Notice kind="bad" isAlert>
            {whyNot(begin.error)}
          </Notice>
        )}
        <p>
          <button className="btn btn-primary" type="submit" aria-busy={begin.isPending || undefined}>
            {m.conversations_send()}
          </button>
        </p>
      </form>
    </article>
  );
}
