import { useRef } from "react";
import { mostAttachments } from "#domain/conversations/attachments.ts";
import { m } from "#web/paraglide/messages.js";
import { listed } from "#web/ui/format/sentences.ts";
import { Icon } from "#web/ui/icon.tsx";
import { isFileRefused } from "./is-file-refused.ts";
import { pictureTypes } from "./picture-input.tsx";
import type { useAttachments } from "./use-attachments.ts";
import { fileRefusalWords } from "./file-refusal-words.ts";

/** Chooses the files for a message, and shows the progress of each. */
export function AttachFiles({ files }: { files: ReturnType<typeof useAttachments> }) {
  const input = useRef<HTMLInputElement>(null);
  const { chosen, left, add, retry, remove } = files;
  return (
    <div className="grid gap-1.5 justify-items-start mr-auto">
      {chosen.length > 0 && (
        <ul aria-label={m.conversations_files()}>
          {chosen.map((one) => (
            <li key={one.id} className="flex flex-wrap gap-2 items-center wrap-anywhere text-sm/[inherit]">
              <bdi>{one.file.name}</bdi>
              {one.error ? (
                <span className="text-bridge" role="alert">
                  {fileRefusalWords(one.error)}{" "}
                  {!isFileRefused(one.error) && (
                    <button className="btn btn-secondary btn-sm" type="button" onClick={() => retry(one)}>
                      {m.conversations_retry()}
                    </button>
                  )}
                </span>
              ) : one.attachment ? (
                <Icon name="check" />
              ) : (
                <progress
                  className="w-32"
                  aria-label={m.conversations_file_sending({ name: one.file.name })}
                  value={one.done}
                  max={one.file.size}
                />
              )}
              <button
                className="btn btn-quiet btn-sm"
                type="button"
                aria-label={m.conversations_file_remove({ name: one.file.name })}
                onClick={() => remove(one.id)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <p className="text-bridge text-sm/[inherit] wrap-anywhere" role="alert">
          {m.conversations_files_left({ count: mostAttachments, names: listed(left) })}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={`${pictureTypes},application/pdf`}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {chosen.length < mostAttachments && (
        <button
          className="btn btn-quiet btn-sm -ms-3.75"
          type="button"
          onClick={() => input.current?.click()}
        >
          <Icon name="plus" />
          {m.conversations_attach({ count: mostAttachments })}
        </button>
      )}
    </div>
  );
}
