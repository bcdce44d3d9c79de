import { m } from "#web/paraglide/messages.js";
import { showMoney } from "./money.ts";

type CarRate = { tier?: string | null | undefined; dailyRate: string; monthlyPrice: string };

/** A plan's rate is by the month, a car's rate by the day and by 30 days: this is how they are priced. */
export const showRate = ({ tier, dailyRate, monthlyPrice }: CarRate): string =>
  tier
    ? m.order_rate_plan({ month: showMoney(monthlyPrice) })
    : m.order_rate_car({ day: showMoney(dailyRate), month: showMoney(monthlyPrice) });
