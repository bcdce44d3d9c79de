/**
 * What an administrator may say of the business, by its name in the API, with the variable of the environment that says
 * the same and wins.
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

export type SettingName = keyof typeof settingVariables;
export const settingNames = Object.keys(settingVariables) as [SettingName, ...SettingName[]];

/** What was written for settings, each as the environment would have it. */
export type WrittenSettings = { [Name in SettingName]?: string };
