import type { Language } from "#domain/languages.ts";
import { providerName, type ProviderName } from "#domain/payments/providers.ts";
import type { Retention } from "#domain/retention.ts";
import type { LegalText } from "./legal-text.ts";

/** The terms in one language, for a loader. */
export async function readTerms(language: Language, isTaxed = false): Promise<LegalText> {
  const { terms } = await (language === "zh" ? import("./terms-zh.ts") : import("./terms-en.ts"));
  return terms(isTaxed);
}

/** The privacy notice in one language, for a loader. It names the providers that take payments for us. */
export async function readPrivacy(
  language: Language,
  keep: Retention,
  paysOnline: readonly ProviderName[] = [],
): Promise<LegalText> {
  const { privacy } = await (language === "zh" ? import("./privacy-zh.ts") : import("./privacy-en.ts"));
  return privacy(keep, paysOnline.map(providerName));
}
