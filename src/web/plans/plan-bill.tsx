import { formatMoney } from "#domain/money.ts";
import type { Plan } from "#domain/pricing/plans.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import type { PlanCars } from "./plan-cars.ts";
import { PlanShot } from "./plan-shot.tsx";
import { exampleWords, tierName, tierText } from "#web/ui/format/plan-words.ts";

/** The plan as the bill of its order describes it. */
export const planBill = (plan: Plan, cars: PlanCars, months: number) => ({
  title: tierName(plan.tier),
  text: exampleWords(cars.examples) || tierText(plan.tier),
  shot: cars.shown && <PlanShot cars={cars} />,
  rentalLabel: m.order_line_plan({
    price: formatMoney(plan.monthlyPrice, currentLanguage()),
    count: months,
  }),
});
