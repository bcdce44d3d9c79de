import { longestEmail } from "#domain/text-lengths.ts";
import { isDate } from "#domain/dates.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import { isOneLine, isPlainText, plainLine, textLength, trimmed, withoutUnseen } from "#domain/plain-text.ts";

/**
 * The rule for a text field. The API contract makes its schema from it and forms read by it, so that both accept
 * the same texts.
 */
export type FieldRule<Code extends string = string, IsRequired extends boolean = boolean> = {
  readonly isRequired: IsRequired;
  /** The most characters, as people count them. */
  readonly longest?: number;
  /** The name of its format in JSON Schema, for readers of the API's document. */
  readonly format?: "email";
  /** Returns the text in the form that we keep. */
  readonly tidy: (text: string) => string;
  /** What is wrong with a tidy text that is not empty. */
  readonly error: (text: string) => Code | undefined;
};
/** The fields of a form by their names, in the order of the page. */
export type Fields = Readonly<Record<string, FieldRule>>;
export type TextError = "too_long" | "characters" | "line_breaks";

/** The most UTF-16 units that one character may take before normalization: a letter with three marks. */
const unitsPerCharacter = 4;

/**
 * A text from a person: trimmed, in Unicode's NFC, without control characters, at most `longest` code points. A
 * far too long text is refused before anything else: sorting a quarter of a million combining marks would take
 * seconds.
 */
export const words = (longest: number) =>
  optional<TextError>({
    longest,
    tidy: (text) => {
      const bare = trimmed(text);
      return bare.length > longest * unitsPerCharacter ? bare : bare.normalize("NFC");
    },
    error: (text) => {
      if (text.length > longest * unitsPerCharacter) return "too_long";
      if (!isPlainText(text)) return "characters";
      return textLength(text) > longest ? "too_long" : undefined;
    },
  });

/** A text on one line: a name, a telephone number, a place. Invisible characters are dropped before the check. */
export const line = (longest: number) => {
  const rule = words(longest);
  return {
    ...rule,
    tidy: (text: string) => rule.tidy(withoutUnseen(text)),
    error: (text: string) => rule.error(text) ?? (isOneLine(text) ? undefined : ("line_breaks" as const)),
  };
};

export const emailAddress = optional<"email">({
  longest: longestEmail,
  format: "email",
  // A Chinese keyboard writes its own full stop.
  tidy: (text) => plainLine(text).replaceAll("。", "."),
  error: (text) => (isEmailAddress(text) ? undefined : "email"),
});

export const calendarDate = optional<"date">({
  tidy: plainLine,
  error: (text) => (isDate(text) ? undefined : "date"),
});

/** A password or a code, as it was typed: a space may be part of it. */
export const secret = optional<never>({ tidy: (text) => text, error: () => undefined });

/** A text that only its own check can judge. */
export const text = <Code extends string>(error: (text: string) => Code | undefined, longest?: number) =>
  optional<Code>({ longest, tidy: plainLine, error });

/** A field that no person sees: only a program fills it in. */
export const honeypot = text<never>(() => undefined);

/** A choice out of a list, or a box to tick. */
export const oneOf = (options: readonly string[]) =>
  text((typed) => (options.includes(typed) ? undefined : ("unknown" as const)));

export const required = <Code extends string>(rule: FieldRule<Code>): FieldRule<Code, true> => ({
  ...rule,
  isRequired: true,
});

function optional<Code extends string>(rule: Omit<FieldRule<Code>, "isRequired">): FieldRule<Code, false> {
  return { ...rule, isRequired: false };
}
