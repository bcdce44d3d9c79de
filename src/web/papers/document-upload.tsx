import { type DragEvent, type ReactNode, useId, useState } from "react";
import { type Document, uploadDocument } from "#contract/account/papers.ts";
import { type DocumentKind, takesPdf } from "#domain/papers/documents.ts";
import { PictureInput, pictureTypes } from "#web/files/picture-input.tsx";
import { isFileRefused } from "#web/files/is-file-refused.ts";
import { uploadErrorWords } from "#web/files/upload-error-words.ts";
import { useSending } from "#web/files/use-sending.ts";
import { m } from "#web/paraglide/messages.js";
import { sendFiles } from "#web/send-files.ts";
import { Icon } from "#web/ui/icon.tsx";
import { DocumentPicture } from "./document-picture.tsx";
import styles from "./papers.module.css";

type Props = {
  kind: DocumentKind;
  label: string;
  isOptional?: boolean;
  document: Document | undefined;
  /** Says that the document is missing, when the form around it is sent. */
  error?: string | undefined;
  onUploaded: (document: Document) => void;
};

/** A place for one document, which is chosen, dropped or photographed. It shows the progress, then the picture. */
export function DocumentUpload({ kind, label, isOptional, document, error, onUploaded }: Props) {
  const id = useId();
  const { state, send, retry, stop } = useSending(async (file, { id: key, ...options }) => {
    const form = new FormData();
    form.append("kind", kind);
    form.append("id", key);
    form.append("file", file);
    onUploaded(await sendFiles<Document>(uploadDocument.path, form, options));
  });
  const [isOver, setOver] = useState(false);
  const isSending = state.step === "sending";
  const problem = state.step === "failed" ? uploadErrorWords(state.error) : error;

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isSending) send(file);
  };

  const input = (suffix: string, props: { capture?: "environment" } = {}) => (
    <PictureInput
      id={id + suffix}
      accept={takesPdf(kind) ? `${pictureTypes},application/pdf` : pictureTypes}
      disabled={isSending}
      aria-describedby={problem ? `${id}-problem` : `${id}-hint`}
      onFile={send}
      {...props}
    />
  );

  return (
    <section className="grid gap-2 content-start min-w-0" aria-labelledby={`${id}-label`}>
      <div className="flex items-center justify-between gap-2 min-h-10 text-sm/[inherit]">
        <p className="flex flex-wrap gap-x-2 items-center">
          <b id={`${id}-label`}>{label}</b>
          {isOptional && !document && <span className="optional">{m.common_optional()}</span>}
          {document && !isSending && (
            <span className="badge badge-good">
              <Icon name="check" />
              {m.papers_uploaded()}
            </span>
          )}
        </p>
        {document && !isSending && (
          <span className={styles.replace}>
            {input("-again")}
            <label className="btn btn-quiet btn-sm" htmlFor={`${id}-again`}>
              {m.papers_replace()}
              <span className="sr-only"> {label}</span>
            </label>
          </span>
        )}
      </div>
      <div
        className={`picture-place aspect-[1.586] ${styles.place} ${isOver && !document ? styles.over : ""}`}
        data-filled={document ? "" : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {isSending && <Sending {...state} label={label} onStop={stop} />}
        {!isSending && document && <DocumentPicture key={document.id} id={document.id} alt={label} />}
        {!isSending && !document && <EmptyPlace id={id} kind={kind} label={label} input={input} />}
      </div>
      {problem && !isSending && (
        <div className="grid justify-items-start gap-2" role="alert">
          <p className="error" id={`${id}-problem`}>
            <Icon name="alert" />
            {problem}
          </p>
          {state.step === "failed" && !isFileRefused(state.error) && (
            <button className="btn btn-secondary btn-sm" type="button" onClick={retry}>
              <Icon name="refresh" />
              {m.account_retry()}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

type EmptyPlaceProps = {
  id: string;
  kind: DocumentKind;
  label: string;
  input: (suffix: string, props?: { capture?: "environment" }) => ReactNode;
};

/** The ways to bring a document: choosing a file, dropping it, or the camera. */
function EmptyPlace({ id, kind, label, input }: EmptyPlaceProps) {
  return (
    <div className="grid justify-items-center gap-1.5 w-full p-4 text-center">
      {input("-file")}
      <label
        className={`${styles.choose} grid justify-items-center gap-1 cursor-pointer text-sm/[inherit]`}
        htmlFor={`${id}-file`}
      >
        <span className="text-[1.375rem]/none" aria-hidden="true">
          ↑
        </span>
        <span>
          <u className="font-label underline-offset-[0.2em]">
            <span className="sr-only">{label}: </span>
            {m.papers_choose()}
          </u>{" "}
          <span className="pointer-coarse:hidden">{m.papers_or_drop()}</span>
        </span>
      </label>
      <p className="hint" id={`${id}-hint`}>
        {takesPdf(kind) ? m.papers_kinds_pdf() : m.papers_kinds()}
      </p>
      <div className="hidden relative pointer-coarse:block">
        {input("-camera", { capture: "environment" })}
        <label className="btn btn-secondary btn-sm" htmlFor={`${id}-camera`}>
          <span className="sr-only">{label}: </span>
          {m.papers_camera()}
        </label>
      </div>
    </div>
  );
}

type SendingProps = { name: string; done: number; total: number; label: string; onStop: () => void };

/** The progress of sending. After that the server reads the file, and nobody knows how long this takes. */
function Sending({ name, done, total, label, onStop }: SendingProps) {
  const isSent = total > 0 && done >= total;
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0;
  const words = isSent ? m.papers_checking() : m.papers_sending({ percent });
  return (
    <div className="grid justify-items-center gap-2 w-[min(100%,18rem)] p-4 text-center wrap-anywhere text-sm/[inherit]">
      <p role="status">{isSent ? words : m.papers_sending_file({ name })}</p>
      <progress aria-label={`${label}: ${words}`} max={100} {...(!isSent && { value: percent })} />
      {!isSent && <p className="num">{words}</p>}
      <button className="btn btn-quiet btn-sm" type="button" onClick={onStop}>
        {m.papers_stop()}
      </button>
    </div>
  );
}
