import type { Language } from "#domain/languages.ts";

/** A letter's words, apart from how they are set: plain text and HTML come from the same blocks. */
export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "facts"; facts: [label: string, value: string][] }
  | { kind: "link"; text: string; url: string };

/** Appointments that go along as an .ics file. Instants are milliseconds since 1970. */
export type CalendarEvent = { uid: string; start: number; end: number; summary: string; location: string };

export type LetterContent = {
  greeting: string;
  blocks: Block[];
  signature: string;
  calendar?: { filename: string; events: CalendarEvent[] };
  /** The way out of letters that nobody has to get. A POST to the address ends them too, as RFC 8058 has it. */
  unsubscribe?: { text: string; url: string };
};

export type Letter = {
  kind: string;
  recipient: string;
  language: Language;
  subject: string;
  content: LetterContent;
  orderId?: string;
  /** Holds a link or a code that opens something: its words are forgotten once it is sent. */
  isSecret?: boolean;
};
