import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import { providersSet } from "#server/provider-settings.ts";
import { penFor } from "./pen.ts";
import { m } from "./words.ts";

/** On the provider's page, or in the owner's words. */
export function howToPay(
  settings: Pick<Config, "paymentInstructions" | "providers">,
  language: Language,
): string {
  const { say } = penFor(language);
  if (providersSet(settings).length > 0) return say(m.email_how_to_pay_online);
  const { paymentInstructions } = settings;
  return paymentInstructions
    ? say(m.email_how_to_pay_by, { instructions: paymentInstructions[language] })
    : say(m.email_how_to_pay_ask);
}
