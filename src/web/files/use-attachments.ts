import { useState } from "react";
import type { Attachment } from "#contract/conversations.ts";
import { mostAttachments } from "#domain/conversations/attachments.ts";
import { sendFiles } from "#web/send-files.ts";

/** A file for a message: being sent, sent, or refused. */
export type ChosenFile = { id: string; file: File; done: number; attachment?: Attachment; error?: unknown };

/** Sends files while the user still writes the message. A file that failed is sent again with the same id. */
export function useAttachments() {
  const [chosen, setChosen] = useState<ChosenFile[]>([]);
  const [left, setLeft] = useState<string[]>([]);
  const change = (id: string, changed: Partial<ChosenFile>) =>
    setChosen((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)));

  async function start({ id, file }: Pick<ChosenFile, "id" | "file">): Promise<void> {
    change(id, { error: undefined, done: 0 });
    const form = new FormData();
    form.append("id", id);
    form.append("file", file);
    try {
      const attachment = await sendFiles<Attachment>("/api/uploads", form, {
        onProgress: (done) => change(id, { done }),
      });
      change(id, { attachment });
    } catch (error) {
      change(id, { error });
    }
  }

  return {
    chosen,
    /** Ids of the files that were sent. */
    ids: chosen.flatMap(({ attachment }) => attachment?.id ?? []),
    /** Whether some files are being sent or were refused. The message waits for them. */
    isOpen: chosen.some(({ attachment }) => !attachment),
    /** Names of the chosen files that exceed a message's limit. */
    left,
    add: (files: readonly File[]): void => {
      const room = mostAttachments - chosen.length;
      const added = files.slice(0, room).map((file) => ({ id: crypto.randomUUID(), file, done: 0 }));
      setChosen([...chosen, ...added]);
      setLeft(files.slice(room).map(({ name }) => name));
      for (const one of added) void start(one);
    },
    retry: (one: ChosenFile): void => void start(one),
    remove: (id: string): void => {
      setChosen(chosen.filter((one) => one.id !== id));
      setLeft([]);
    },
    clear: (): void => {
      setChosen([]);
      setLeft([]);
    },
  };
}
