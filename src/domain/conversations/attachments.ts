/** Files that go with one message. */
export const mostAttachments = 5;
/** Bytes of one. */
export const largestAttachment = 10 * 1024 * 1024;

/** A picture, drawn anew without what it carried along; or a PDF without scripts, programs or locks. */
export const attachmentKinds = ["image", "pdf"] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];
