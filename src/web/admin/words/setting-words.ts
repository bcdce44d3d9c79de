import type { SettingName } from "#domain/site/business-settings.ts";
import { m } from "#web/paraglide/messages.js";

/** The name of each setting. */
export const settingWords: Readonly<Record<SettingName, () => string>> = {
  legalName: m.settings_name_legalName,
  legalAddress: m.settings_name_legalAddress,
  taxNumber: m.settings_name_taxNumber,
  contactPhone: m.settings_name_contactPhone,
  contactEmail: m.settings_name_contactEmail,
  businessHours: m.settings_name_businessHours,
  deskEmail: m.settings_name_deskEmail,
  paymentInstructions: m.settings_name_paymentInstructions,
  paymentInstructionsZh: m.settings_name_paymentInstructionsZh,
  taxRates: m.settings_name_taxRates,
  hostShare: m.settings_name_hostShare,
  hostHoldDays: m.settings_name_hostHoldDays,
};

export const settingHints: { readonly [Name in SettingName]?: () => string } = {
  businessHours: m.settings_hint_businessHours,
  deskEmail: m.settings_hint_deskEmail,
  paymentInstructions: m.settings_hint_paymentInstructions,
  paymentInstructionsZh: m.settings_hint_paymentInstructionsZh,
  hostHoldDays: m.settings_hint_hostHoldDays,
};

/** The rule of each setting, shown where a value breaks it. */
export const settingErrors: Readonly<Record<SettingName, () => string>> = {
  legalName: m.settings_wrong_line,
  legalAddress: m.settings_wrong_line,
  taxNumber: m.settings_wrong_line,
  contactPhone: m.settings_wrong_phone,
  contactEmail: m.settings_wrong_email,
  businessHours: m.settings_wrong_hours,
  deskEmail: m.settings_wrong_email,
  paymentInstructions: m.settings_wrong_words,
  paymentInstructionsZh: m.settings_wrong_words,
  taxRates: m.settings_wrong_taxes,
  hostShare: m.settings_wrong_share,
  hostHoldDays: m.settings_wrong_days,
};
