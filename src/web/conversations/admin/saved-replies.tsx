import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import {
  addSavedReply,
  changeSavedReply,
  removeSavedReply,
  type SavedReply,
} from "#contract/admin/conversations.ts";
import { longestMessage, placeholders, longestReplyName } from "#domain/conversations/conversations.ts";
import { Failed } from "#web/session/states.tsx";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { describedBy, Field } from "#web/ui/form/field.tsx";
import { readFields } from "#web/ui/form/form-fields.ts";
import { savedRepliesQuery } from "./queries.ts";

/** Answers that are given often, in both languages. */
export function SavedReplies() {
  const { data: replies = [], error } = useQuery(savedRepliesQuery);
  return (
    <details className="fold mt-4">
      <summary>{m.inbox_replies()}</summary>
      <p className="small muted">
        {m.inbox_replies_hint({ names: placeholders.map((name) => `{${name}}`).join(" ") })}
      </p>
      <Failed error={error} />
      {replies.map((reply) => (
        <details key={reply.id} className="unfold">
          <summary>{reply.name}</summary>
          <ReplyForm reply={reply} />
        </details>
      ))}
      <h3 className="h3">{m.inbox_reply_new()}</h3>
      <ReplyForm />
    </details>
  );
}

function ReplyForm({ reply }: { reply?: SavedReply }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  // A new reply keeps its id until it is saved, so that sending it again doesn't add a second one.
  const newId = useRef(crypto.randomUUID());
  const settled = { onSettled: () => makeStale(client, savedRepliesQuery) };
  const keep = useMutation({
    mutationFn: (body: Omit<SavedReply, "id">) =>
      reply
        ? api(changeSavedReply, { params: { id: reply.id }, body })
        : api(addSavedReply, { body: { id: newId.current, ...body } }),
    onSuccess: () => {
      if (reply) return;
      newId.current = crypto.randomUUID();
      form.current?.reset();
    },
    ...settled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api(removeSavedReply, { params: { id } }),
    ...settled,
  });
  const id = reply?.id ?? "new";
  return (
    <form
      ref={form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!keep.isPending) keep.mutate(readFields(event.currentTarget, ["name", "textEn", "textZh"]));
      }}
    >
      <Field id={`reply-name-${id}`} label={m.inbox_reply_name()}>
        <input
          className="control"
          id={`reply-name-${id}`}
          name="name"
          required
          maxLength={longestReplyName}
          defaultValue={reply?.name}
        />
      </Field>
      {(["textEn", "textZh"] as const).map((name) => (
        <Field
          key={name}
          id={`reply-${name}-${id}`}
          label={name === "textEn" ? m.inbox_reply_english() : m.inbox_reply_chinese()}
        >
          <textarea
            className="control"
            id={`reply-${name}-${id}`}
            name={name}
            required
            rows={4}
            maxLength={longestMessage}
            lang={name === "textEn" ? "en" : "zh"}
            defaultValue={reply?.[name]}
            {...describedBy(`reply-${name}-${id}`)}
          />
        </Field>
      ))}
      <Failed error={keep.error ?? remove.error} />
      <p className="acts">
        <button className="btn btn-secondary btn-sm" type="submit" aria-busy={keep.isPending || undefined}>
          {m.inbox_reply_keep()}
        </button>
        {reply && (
          <button
            className="btn btn-quiet btn-sm"
            type="button"
            aria-busy={remove.isPending || undefined}
            onClick={() => !remove.isPending && remove.mutate(reply.id)}
          >
            {m.inbox_reply_remove()}
          </button>
        )}
      </p>
    </form>
  );
}
