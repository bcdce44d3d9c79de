import { z } from "zod";
import { brand } from "#domain/brand.ts";
import type { LegalParty } from "#domain/documents/parties.ts";
import type { Language } from "#domain/languages.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import { isPlainText } from "#domain/plain-text.ts";
import { readTaxRates } from "#domain/pricing/tax-setting.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import { type BusinessHours, readBusinessHours } from "#domain/site/business-hours.ts";
import {
  type SettingName,
  longestSettingLine,
  longestSettingText,
  settingNames,
  settingVariables,
  type WrittenSettings,
} from "#domain/site/business-settings.ts";

/** The settings of the business, from the environment or from the settings page. */
export type BusinessSettings = Readonly<{
  /** The address that emails to the back office go to. */
  adminEmail: string;
  /** Where and when people can reach us (hours by Los Angeles's clock), as the pages and emails say it. */
  business: Readonly<{
    email: string;
    phone: string;
    hours: BusinessHours;
    /** The business's name and address on invoices and agreements; a part that isn't set is empty. */
    legal: Readonly<LegalParty>;
  }>;
  /** How a renter pays, in the owner's words; undefined while the owner has said nothing. */
  paymentInstructions: Readonly<Record<Language, string>> | undefined;
  /** The percentage of a rental that the car's host gets, for orders placed from now on. */
  hostShare: number;
  /** Days from its payment for which a new host's share waits before it is paid out; 0 for none. */
  hostHoldDays: number;
  /** The taxes on rentals ordered from now on; empty where nothing is taxed. */
  taxRates: readonly TaxRate[];
}>;

/** The default of each setting; an empty text means no default. */
export const usualSettings: Readonly<Record<SettingName, string>> = {
  legalName: brand.name.en,
  legalAddress: "",
  taxNumber: "",
  // A telephone number of the range that is kept for examples.
  contactPhone: "+1 (650) 555-0142",
  contactEmail: "hello@longbay.example",
  businessHours: "Mon-Fri 8-20, Sat 9-18, Sun 10-16",
  deskEmail: "desk@longbay.example",
  paymentInstructions: "",
  paymentInstructionsZh: "",
  taxRates: "[]",
  hostShare: "80",
  hostHoldDays: "14",
};

const address = z.string().refine(isEmailAddress, "must be an email address");
const words = z
  .string()
  .max(longestSettingText, `must be at most ${longestSettingText} characters`)
  .refine(isPlainText, "must be plain text");
const line = z
  .string()
  .max(longestSettingLine, `must be at most ${longestSettingLine} characters`)
  .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), "must be one line of plain text");

/** The format and the default of each setting, in the environment and on the settings page. */
export const businessEnvironment = {
  DESK_EMAIL: address.default(usualSettings.deskEmail),
  CONTACT_EMAIL: address.default(usualSettings.contactEmail),
  CONTACT_PHONE: z
    .string()
    .regex(/^\+?[\d ().-]{7,30}$/, "must be a telephone number such as +1 (650) 555-0142")
    .default(usualSettings.contactPhone),
  LEGAL_NAME: line.default(usualSettings.legalName),
  LEGAL_ADDRESS: line.default(usualSettings.legalAddress),
  TAX_NUMBER: line.default(usualSettings.taxNumber),
  BUSINESS_HOURS: z
    .string()
    .default(usualSettings.businessHours)
    .transform((text, { issues }) => {
      const hours = readBusinessHours(text);
      if (hours) return hours;
      issues.push({
        code: "custom",
        message: "must be days and hours such as Mon-Fri 8-20, Sat 9-18",
        input: text,
      });
      return z.NEVER;
    }),
  HOST_SHARE: z
    .string()
    .regex(/^(100|[1-9]?\d)$/, "must be a whole number of percent from 0 to 100")
    .default(usualSettings.hostShare)
    .transform(Number),
  HOST_HOLD_DAYS: z
    .string()
    .regex(/^\d{1,2}$/, "must be a whole number of days from 0 to 99")
    .default(usualSettings.hostHoldDays)
    .transform(Number),
  TAX_RATES: z
    .string()
    .default(usualSettings.taxRates)
    .transform((text, { issues }) => {
      const read = readTaxRates(text);
      if ("rates" in read) return Object.freeze(read.rates);
      issues.push({ code: "custom", message: read.error, input: text });
      return z.NEVER;
    }),
  PAYMENT_INSTRUCTIONS: words.optional(),
  PAYMENT_INSTRUCTIONS_ZH: words.optional(),
};

const BusinessEnvironment = z.object(businessEnvironment);
type BusinessEnvironment = z.output<typeof BusinessEnvironment>;

/** What is wrong with a setting's text, such as "must be an email address". Undefined where nothing is wrong. */
export function settingError(name: SettingName, written: string): string | undefined {
  const parsed = businessEnvironment[settingVariables[name]].safeParse(written);
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? "isn't valid");
}

/** Reads the settings from their texts, each by its variable. Every text must be valid. */
export const readWritten = (written: WrittenSettings, demo: boolean): BusinessSettings =>
  businessOf(
    BusinessEnvironment.parse(
      Object.fromEntries(settingNames.map((name) => [settingVariables[name], written[name] || undefined])),
    ),
    demo,
  );

export const businessOf = (env: BusinessEnvironment, demo: boolean): BusinessSettings => ({
  adminEmail: env.DESK_EMAIL,
  business: Object.freeze({
    email: env.CONTACT_EMAIL,
    phone: env.CONTACT_PHONE,
    hours: env.BUSINESS_HOURS,
    legal: Object.freeze({
      name: env.LEGAL_NAME,
      address: env.LEGAL_ADDRESS,
      phone: env.CONTACT_PHONE,
      taxNumber: env.TAX_NUMBER,
    }),
  }),
  paymentInstructions: instructionsOf(env) ?? (demo ? exampleInstructions : undefined),
  hostShare: env.HOST_SHARE,
  hostHoldDays: env.HOST_HOLD_DAYS,
  taxRates: env.TAX_RATES,
});

/** How to pay, in both languages: if the owner wrote only one language, its text is used in the other too. */
function instructionsOf({
  PAYMENT_INSTRUCTIONS: english,
  PAYMENT_INSTRUCTIONS_ZH: chinese,
}: BusinessEnvironment): BusinessSettings["paymentInstructions"] {
  const en = english || chinese;
  return en ? Object.freeze({ en, zh: chinese || en }) : undefined;
}

/** How to pay in the demonstration: marked as an example, and leading to nobody's account. */
const exampleInstructions = Object.freeze({
  en: `Example: Zelle to pay@longbay.example, or a bank transfer to ${brand.name.en} Rentals, account ending 0000. Put your order number in the memo.`,
  zh: `示例：用 Zelle 付至 pay@longbay.example，或银行转账至 ${brand.name.en} Rentals（账户尾号 0000）。请在备注中填写订单号。`,
});
