import { brand } from "#domain/brand.ts";
import { formatDate, type IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import { formatMoment } from "#domain/local-time.ts";
import { type Cents, formatMoney } from "#domain/money.ts";

type Options = { locale: Language };

/** Makes a message's text in the reader's language, with its inputs. */
type Say = {
  (message: (inputs?: object, options?: Options) => string): string;
  <Inputs extends object>(message: (inputs: Inputs, options?: Options) => string, inputs: Inputs): string;
};

/** What a template writes with: our words, and amounts, days and moments as the reader's language sets them. */
export type Pen = {
  language: Language;
  brand: string;
  say: Say;
  money: (cents: Cents) => string;
  day: (date: IsoDate) => string;
  /** Los Angeles's date and time; nothing for a moment that isn't known. */
  moment: (at: Date | number | null) => string;
};

export const penFor = (language: Language): Pen => ({
  language,
  brand: brand.name[language],
  say: <Inputs extends object>(message: (inputs: Inputs, options?: Options) => string, inputs?: Inputs) =>
    message(inputs ?? ({} as Inputs), { locale: language }),
  money: (cents) => formatMoney(cents, language),
  day: (date) => formatDate(date, language),
  moment: (at) => (at === null ? "" : formatMoment(Number(at), language)),
});
