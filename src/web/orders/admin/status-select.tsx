import type { KeyboardEvent } from "react";
import { orderStatuses, type OrderStatus } from "#domain/orders/lifecycle.ts";
import { adminStatusName } from "./status-change-words.ts";
import { PhaseMoon } from "#web/orders/phase-moon.tsx";
import styles from "./order-list.module.css";

type StatusSelectProps = {
  label: string;
  status: OrderStatus;
  isBusy: boolean;
  onChoose: (status: OrderStatus) => void;
};

/** An order's status as a badge that sets another one. */
export function StatusSelect({ label, status, isBusy, onChoose }: StatusSelectProps) {
  return (
    <span
      className={`${styles.status} badge-${status} relative inline-flex items-center overflow-visible rounded-sm`}
      aria-busy={isBusy || undefined}
    >
      <PhaseMoon status={status} className="absolute left-2.25 pointer-events-none" />
      <select
        className="appearance-none min-h-8 max-w-full py-0.5 pr-6 pl-7 rounded-[inherit] text-xs/[inherit] font-label max-md:min-h-10"
        aria-label={label}
        value={status}
        onKeyDown={openInstead}
        onChange={({ currentTarget }) => {
          const chosen = orderStatuses.find((one) => one === currentTarget.value);
          if (chosen && !isBusy) onChoose(chosen);
        }}
      >
        {orderStatuses.map((one) => (
          <option key={one} value={one}>
            {adminStatusName(one)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A key that would set the next status unseen opens the list instead: every change sends an email. */
function openInstead(event: KeyboardEvent<HTMLSelectElement>): void {
  const wouldChange =
    /^(?:Arrow|Home|End|Page)/.test(event.key) || (event.key.length === 1 && event.key !== " ");
  if (
    !wouldChange ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !("showPicker" in event.currentTarget)
  )
    return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
