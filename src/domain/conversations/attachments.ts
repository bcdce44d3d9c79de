import { savedFileName } from "#domain/file-names.ts";

/** Files that go with one message. */
export const mostAttachments = 5;

/** A picture, encoded again without its metadata; or a PDF, written again from its pages. */
export const attachmentKinds = ["image", "pdf"] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** A file as everybody sees it, its sender too. The stored name comes from the sender, so it is cleaned first. */
export type Attachment = { id: string; kind: AttachmentKind; name: string; bytes: number };

export const presentAttachment = ({ id, kind, name, bytes }: Attachment): Attachment => ({
  id,
  kind,
  name: savedFileName(name, kind),
  bytes,
});
