import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import { providersSet } from "#server/provider-settings.ts";

const texts: Record<Language, { online: string; by: (instructions: string) => string; ask: string }> = {
  en: {
    online:
      "How to pay: open your order’s page and choose “Pay now”. You pay on our payment provider’s page.",
    by: (instructions) => `How to pay: ${instructions}`,
    ask: "How to pay: reply to this email and we’ll tell you.",
  },
  zh: {
    online: "付款方式：打开订单页面，选择“立即付款”，在支付平台的页面支付。",
    by: (instructions) => `付款方式：${instructions}`,
    ask: "付款方式：回复这封邮件，我们会告诉您。",
  },
};

/** On the provider's page, or in the owner's words. */
export function howToPay(
  settings: Pick<Config, "paymentInstructions" | "stripe" | "paypal">,
  language: Language,
): string {
  const { online, by, ask } = texts[language];
  if (providersSet(settings).length > 0) return online;
  const { paymentInstructions } = settings;
  return paymentInstructions ? by(paymentInstructions[language]) : ask;
}
