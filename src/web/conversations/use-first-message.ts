import { longestMessage, longestSubject } from "#domain/conversations/conversations.ts";
import { type FieldRule, line, required, type TextError, words } from "#domain/fields/rules.ts";
import { m } from "#web/paraglide/messages.js";
import { useForm } from "#web/ui/form/use-form.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { keepDraft, readDraft, subjectOf } from "./draft-words.ts";

const own = {
  subject: { missing: m.conversations_no_subject },
  text: {
    missing: m.conversations_empty,
    too_long: () => m.conversations_too_long({ count: longestMessage }),
    files_open: m.conversations_files_open,
  },
};

type MessageFields = Record<"subject" | "text", FieldRule<TextError>>;

type FirstMessageOptions = {
  id: string;
  /** The key of the draft. */
  draft: string;
  /** False for a message whose subject is not typed. */
  hasSubject?: boolean;
  /** Whether some files of the message are still being sent, or were refused. */
  areFilesOpen: boolean;
  /** The values of a message's fields without a draft. */
  start?: { subject: string; text: string } | undefined;
  send: (message: { subject: string; text: string }) => void;
};

/** The form of a conversation's first message, with its draft. */
export function useFirstMessage({
  id,
  draft,
  hasSubject = true,
  areFilesOpen,
  start,
  send,
}: FirstMessageOptions) {
  const subject = line(longestSubject);
  const { props, field } = useForm<MessageFields, "files_open">({
    rules: {
      fields: { subject: hasSubject ? required(subject) : subject, text: required(words(longestMessage)) },
      check: () => (areFilesOpen ? { text: "files_open" } : {}),
    },
    id,
    words: (name, code) => errorWords(own, name, code),
    start: {
      values: {
        subject: readDraft(subjectOf(draft)) || start?.subject,
        text: readDraft(draft) || start?.text,
      },
    },
    send,
  });
  return {
    props,
    subject: {
      ...field("subject"),
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        keepDraft(subjectOf(draft), currentTarget.value),
    },
    text: {
      ...field("text"),
      // A longer text is not cut off: its error says how long it may be.
      maxLength: undefined,
      onChange: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
        keepDraft(draft, currentTarget.value),
    },
  };
}
