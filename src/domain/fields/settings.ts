import { withoutUnseen } from "#domain/plain-text.ts";
import { emailAddress, type FieldRule, line, text, words } from "./rules.ts";
import { longestSettingLine, longestSettingText, type SettingName } from "#domain/site/business-settings.ts";

/** What the server checks by the rules that it uses for the environment. It contains names, which stay as typed. */
const anything = { ...text<never>(() => undefined), tidy: (typed: string) => withoutUnseen(typed).trim() };
/** The settings of the business, as an administrator writes them. */
export const settingFields = {
  legalName: line(longestSettingLine),
  legalAddress: line(longestSettingLine),
  taxNumber: line(longestSettingLine),
  contactPhone: line(30),
  contactEmail: emailAddress,
  businessHours: anything,
  deskEmail: emailAddress,
  paymentInstructions: words(longestSettingText),
  paymentInstructionsZh: words(longestSettingText),
  taxRates: anything,
  hostShare: anything,
  hostHoldDays: anything,
} satisfies Record<SettingName, FieldRule>;
