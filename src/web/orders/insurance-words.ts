import type { OrderedInsurance } from "#contract/orders.ts";
import { formatWholeMoney } from "#domain/money.ts";
import type { InsuranceLimits, InsuranceProduct } from "#domain/pricing/insurance.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney, showWholeMoney } from "#web/ui/format/money.ts";

const names: Record<InsuranceProduct, () => string> = {
  protection: m.order_liability_protection,
  ultimate: m.order_liability_ultimate,
  decline: m.order_liability_decline,
  basic: m.order_insurance_basic,
  premium: m.order_insurance_premium,
  own: m.order_insurance_own,
};
export const insuranceName = (product: InsuranceProduct): string => names[product]();

/** "$100,000 per person, $300,000 per accident", or that the renter brings their own insurance. */
export function limitsWords(limits: InsuranceLimits | undefined): string {
  if (!limits) return m.order_liability_own();
  const language = currentLanguage();
  return m.order_liability_limits({
    person: formatWholeMoney(limits.person * 100, language),
    accident: formatWholeMoney(limits.accident * 100, language),
  });
}

/** An order's insurance as it was ordered: its name, what it covers, and its price by the month or the day. */
export function insuranceWords({ product, monthlyPrice, dailyPrice, limits }: OrderedInsurance): string {
  if (!limits) return m.order_liability_own_short();
  const words = { name: insuranceName(product), limits: limitsWords(limits) };
  return dailyPrice
    ? m.order_fact_insurance_daily({ ...words, price: showMoney(dailyPrice) })
    : m.order_fact_liability_words({ ...words, price: showWholeMoney(monthlyPrice ?? "0.00") });
}
