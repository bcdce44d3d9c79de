import type { ReactNode } from "react";
import type { Quote } from "#contract/quotes.ts";
import type { LineKind } from "#domain/pricing/lines.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "./format/money.ts";

export type PriceLinesProps = Pick<
  Quote,
  "lines" | "fees" | "taxes" | "taxLines" | "total" | "days" | "months" | "discountPercent"
> & {
  /** With a daily price the insurance line is by the day, otherwise by the month. */
  insurance?: { dailyPrice?: string | undefined } | null | undefined;
  /** The words of the rental line, if "Rental, 89 days" is not enough. */
  rentalLabel?: ReactNode;
};

/** `earlyReturn.freeDays`: only a rental that ended within them is so short; all its lines then count days. */
const firstDays = 7;

/** The price of a rental, always with every line that makes up the total. */
export function PriceLines({
  lines,
  fees,
  taxes,
  taxLines,
  total,
  days,
  months,
  discountPercent,
  insurance,
  rentalLabel,
}: PriceLinesProps) {
  const labels: Record<LineKind, ReactNode> = {
    rental: rentalLabel ?? m.common_line_rental({ days: m.common_days({ days }) }),
    duration_discount: m.common_line_discount({ percent: discountPercent }),
    insurance:
      insurance?.dailyPrice || days <= firstDays
        ? m.common_line_insurance_daily({ days: m.common_days({ days }) })
        : m.common_line_insurance({ months }),
    promo: m.common_line_promo(),
    early_return_cap: m.common_line_cap(),
    repair: m.common_line_repair(),
    repair_insurance: m.common_line_repair_insurance(),
  };
  return (
    <dl className="sum">
      {lines.map(({ kind, amount }) => (
        <Line
          key={kind}
          label={labels[kind]}
          amount={amount}
          className={amount.startsWith("-") ? "off" : undefined}
        />
      ))}
      <Line label={m.common_line_fees()} amount={fees} />
      {taxLines?.map(({ tax, amount }) => (
        <Line key={tax.name} label={taxLabel(tax, currentLanguage())} amount={amount} />
      )) ?? <Line label={m.common_line_taxes()} amount={taxes} />}
      <Line label={m.common_line_total()} amount={total} className="total" />
    </dl>
  );
}

function Line({ label, amount, className }: { label: ReactNode; amount: string; className?: string }) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{showMoney(amount)}</dd>
    </div>
  );
}
