import { savedFileName } from "#domain/file-names.ts";

/** Files that go with one message. */
export const mostAttachments = 5;
/** Bytes of one. */
export const largestAttachment = 10 * 1024 * 1024;

/** A picture, encoded anew without what it carried along; or a PDF, written anew from its pages. */
export const attachmentKinds = ["image", "pdf"] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** A file as everybody sees it, its sender too: the name that was kept is the sender's own word. */
export type Attachment = { id: string; kind: AttachmentKind; name: string; bytes: number };

export const presentAttachment = ({ id, kind, name, bytes }: Attachment): Attachment => ({
  id,
  kind,
  name: savedFileName(name, kind),
  bytes,
});
