import type { EmailKind } from "#domain/people/email-kinds.ts";
import type { OrderDocumentKind } from "#domain/documents/documents.ts";
import type { Language } from "#domain/languages.ts";

/** An email's words, apart from how they are set: plain text and HTML come from the same blocks. */
export type Block =
  | { kind: "paragraph"; text: string }
  /** Where an email says several things: what the next of them is. */
  | { kind: "heading"; text: string }
  | { kind: "facts"; facts: [label: string, value: string][] }
  | { kind: "link"; text: string; url: string }
  /** Beside the words: whoever reads plain text, or loads no pictures, misses nothing. */
  | { kind: "picture"; url: string; alt: string };

/**
 * An appointment. Instants are milliseconds since 1970; of two with one `uid` the higher `sequence` counts.
 */
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

/** Appointments that go along as an .ics file, or are taken back by one. */
export type Calendar = { filename: string; method: "PUBLISH" | "CANCEL"; events: CalendarEvent[] };

/** A numbered document of an order, by what it is about. */
export type DocumentCause = { kind: OrderDocumentKind; causeId: string };

export type EmailFile = { filename: string; contentType: string; content: string | Buffer };

export type EmailContent = {
  greeting: string;
  blocks: Block[];
  signature: string;
  calendar?: Calendar;
  /** What goes along as PDFs, drawn when the email is sent. */
  documents?: DocumentCause[];
  /**
   * The way out of emails that nobody has to get. A POST to the address ends them too, as RFC 8058 has it.
   */
  unsubscribe?: { text: string; url: string };
};

export type Email = {
  kind: EmailKind;
  recipient: string;
  language: Language;
  subject: string;
  content: EmailContent;
  orderId?: string;
  /** Is never posted: the address is not confirmed, and this kind of email goes to confirmed addresses only. */
  isWithheld?: boolean;
  /** Holds a link or a code that opens something: its words are forgotten once it is sent. */
  isSecret?: boolean;
};
