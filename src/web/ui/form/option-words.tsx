import type { ReactNode } from "react";

/** The name of one of several options, and its meaning. */
export const OptionText = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="text-ink-soft">
    <b className="block text-base/6 text-ink">{name}</b>
    {children}
  </span>
);

/** An option's price, the unit of that price, and a note. */
export const OptionCost = ({ price, per, note }: { price: string; per?: string; note?: string }) => (
  <span className="text-right leading-6 whitespace-nowrap text-ink-soft tabular-nums">
    <b className="text-base/[inherit] text-ink">{price}</b>
    {per}
    {note && (
      <small className="block text-xs text-ink-faint max-sm:ml-auto max-sm:max-w-30 max-sm:text-balance max-sm:whitespace-normal">
        {note}
      </small>
    )}
  </span>
);
