import type { EmailKind } from "#domain/people/email-kinds.ts";
import type { OrderDocumentKind } from "#domain/documents/documents.ts";
import type { Language } from "#domain/languages.ts";

/** An email's words, apart from how they are set: plain text and HTML come from the same blocks. */
export type Block =
  | { kind: "paragraph"; text: string }
  /** The heading of a part, in an email with several parts. */
  | { kind: "heading"; text: string }
  | { kind: "facts"; facts: [label: string, value: string][] }
  | { kind: "link"; text: string; url: string }
  /** An addition to the words: a reader of plain text, or one who loads no pictures, misses nothing. */
  | { kind: "picture"; url: string; alt: string };

/** An appointment. Instants are milliseconds since 1970; for the same `uid` the higher `sequence` counts. */
type CalendarEvent = {
  uid: string;
  sequence: number;
  stamp: number;
  status: "TENTATIVE" | "CONFIRMED" | "CANCELLED";
  start: number;
  end: number;
  summary: string;
  location: string;
};

/** Appointments in an .ics file, or their cancellation. */
export type Calendar = { filename: string; method: "PUBLISH" | "CANCEL"; events: CalendarEvent[] };

/** A numbered document of an order, by the event that it is about. */
export type DocumentCause = { kind: OrderDocumentKind; causeId: string };

export type EmailFile = { filename: string; contentType: string; content: string | Buffer };

export type EmailContent = {
  greeting: string;
  blocks: Block[];
  signature: string;
  calendar?: Calendar;
  /** Documents that are attached as PDFs, drawn when the email is sent. */
  documents?: DocumentCause[];
  /** The unsubscribe link, in emails that nobody has to get. A POST to the address unsubscribes too (RFC 8058). */
  unsubscribe?: { text: string; url: string };
};

export type Email = {
  kind: EmailKind;
  recipient: string;
  language: Language;
  subject: string;
  content: EmailContent;
  orderId?: string;
  /** Whether it is never sent: its kind goes to confirmed addresses only, and this one is unconfirmed. */
  isWithheld?: boolean;
  /** Holds a link or a code that opens something: its words are forgotten once it is sent. */
  isSecret?: boolean;
};
