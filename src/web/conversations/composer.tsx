import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { longestMessage } from "#domain/conversations/conversations.ts";
import { m } from "#web/paraglide/messages.js";
import { AttachFiles } from "#web/files/attach-files.tsx";
import { useAttachments } from "#web/files/use-attachments.ts";
import { describedBy, Field } from "#web/ui/form/field.tsx";
import { keepDraft, readDraft } from "./draft-words.ts";
import styles from "./thread.module.css";

type ComposerProps = {
  conversationId: string;
  onSend: (text: string, isInternal: boolean, attachments: string[]) => void;
  /** Administrators write notes for one another, too, and insert saved replies. */
  isAdmin?: boolean;
  tools?: ReactNode;
};

const Insert = createContext<(text: string) => void>(() => undefined);
/** Lets controls beside the text field insert text into it. */
export const useInsert = () => use(Insert);

/** The field for a message. Its text is kept as a draft, and sent with the button or with Ctrl and Enter. */
export function Composer({ conversationId, onSend, isAdmin = false, tools }: ComposerProps) {
  const id = useId();
  const [text, setText] = useState(() => readDraft(conversationId));
  const files = useAttachments();
  const [isInternal, setInternal] = useState(false);
  const [error, setError] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const change = (typed: string) => {
    setText(typed);
    setError(undefined);
  };
  const errorOf = (typed: string): string | undefined => {
    if (typed === "") return m.conversations_empty();
    return [...typed].length > longestMessage
      ? m.conversations_too_long({ count: longestMessage })
      : undefined;
  };
  const send = () => {
    const typed = text.trim();
    const wrong = files.isOpen ? m.conversations_files_open() : errorOf(typed);
    setError(wrong);
    area.current?.focus();
    if (wrong) return;
    onSend(typed, isInternal, files.ids);
    files.clear();
    change("");
  };
  useEffect(() => keepDraft(conversationId, text), [conversationId, text]);
  const insert = useCallback((inserted: string) => {
    setText((before) => (before ? `${before}\n\n${inserted}` : inserted));
    area.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className={styles.composer}
      noValidate
      data-internal={isInternal || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        id={id}
        label={isInternal ? m.conversations_write_note() : m.conversations_write()}
        error={error}
      >
        <textarea
          ref={area}
          className="control min-h-14 max-h-[40vh] field-sizing-content"
          id={id}
          rows={2}
          value={text}
          dir="auto"
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={onKeyDown}
          {...describedBy(id, error)}
        />
      </Field>
      <div className="flex flex-wrap gap-y-2 gap-x-4 items-center justify-end">
        <AttachFiles files={files} />
        {isAdmin && (
          <label className="flex gap-2 items-center mr-auto min-h-11 text-sm/[inherit]">
            <input
              type="checkbox"
              checked={isInternal}
              onChange={({ currentTarget }) => setInternal(currentTarget.checked)}
            />
            {m.conversations_as_note()}
          </label>
        )}
        <Insert value={insert}>{tools}</Insert>
        <p className="flex items-center gap-4">
          <span className={"small muted [@media(hover:none)]:hidden"}>{m.conversations_keys()}</span>
          <button className="btn btn-primary" type="submit">
            {isInternal ? m.conversations_keep_note() : m.conversations_send()}
          </button>
        </p>
      </div>
    </form>
  );
}
