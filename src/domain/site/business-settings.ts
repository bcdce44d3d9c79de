/**
 * The settings of the business that an administrator may write, by their names in the API, each with the
 * environment variable of the same meaning, which wins.
 */
export const settingVariables = {
  legalName: "LEGAL_NAME",
  legalAddress: "LEGAL_ADDRESS",
  taxNumber: "TAX_NUMBER",
  contactPhone: "CONTACT_PHONE",
  contactEmail: "CONTACT_EMAIL",
  businessHours: "BUSINESS_HOURS",
  deskEmail: "DESK_EMAIL",
  paymentInstructions: "PAYMENT_INSTRUCTIONS",
  paymentInstructionsZh: "PAYMENT_INSTRUCTIONS_ZH",
  taxRates: "TAX_RATES",
  hostShare: "HOST_SHARE",
  hostHoldDays: "HOST_HOLD_DAYS",
} as const;

/** The most characters of a setting on one line, and of one of several lines. */
export const longestSettingLine = 200;
export const longestSettingText = 1000;

export type SettingName = keyof typeof settingVariables;
export const settingNames = Object.keys(settingVariables) as [SettingName, ...SettingName[]];

/** The settings as written, each in the form of its environment variable. */
export type WrittenSettings = { [Name in SettingName]?: string };
