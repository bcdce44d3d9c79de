import type { ReactNode } from "react";
import { Link } from "react-router";
import type { HostEarningsOverview } from "#contract/host/earnings.ts";
import { m } from "#web/paraglide/messages.js";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { centsFromWire, showMoney } from "#web/ui/format/money.ts";
import { longMonth } from "#web/ui/format/month-names.ts";
import { BarTable } from "./bar-table.tsx";
import { nextPayoutName, type Reader } from "./words.ts";

type EarningsOverviewProps = {
  earnings: HostEarningsOverview;
  reader: Reader;
  /** Sums that a page shows beside these. */
  more?: readonly { name: string; amount: string }[];
  /** The address of the payouts. */
  payoutsPath?: string;
};

/** A host's earnings: this month, the next payout, past and coming months, and how much each car was rented. */
export function EarningsOverview({ earnings, reader, more, payoutsPath }: EarningsOverviewProps) {
  const { month, earned, payable, open, nextPayout, months, booked, occupancy } = earnings;
  const amounts = { name: m.earnings_column_month(), value: m.earnings_column_amount() };
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-4">
        <Sum name={m.earnings_month({ month: longMonth(month) })}>{showMoney(earned)}</Sum>
        <Sum name={nextPayoutName(nextPayout)}>
          {payoutsPath ? (
            <Link to={payoutsPath}>{showMoney(nextPayout.amount)}</Link>
          ) : (
            showMoney(nextPayout.amount)
          )}
        </Sum>
        <Sum name={m.earnings_payable()}>{showMoney(payable)}</Sum>
        <Sum name={m.earnings_open()}>{showMoney(open)}</Sum>
        {more?.map(({ name, amount }) => (
          <Sum key={name} name={name}>
            {showMoney(amount)}
          </Sum>
        ))}
      </dl>
      <Part id="earnings-months" title={m.earnings_months()} note={m.earnings_months_note()}>
        <BarTable caption={m.earnings_months()} columns={amounts} rows={months.map(amountRow)} />
      </Part>
      <Part id="earnings-booked" title={m.earnings_booked()} note={m.earnings_booked_note()}>
        {booked.length > 0 ? (
          <BarTable caption={m.earnings_booked()} columns={amounts} rows={booked.map(amountRow)} />
        ) : (
          <p>{m.earnings_booked_none()}</p>
        )}
      </Part>
      <Part id="earnings-occupancy" title={m.earnings_occupancy()} note={m.earnings_occupancy_note()}>
        {occupancy.length === 0 && <p>{noCarWords[reader]()}</p>}
        {occupancy.map(({ carId, name, months }) => (
          <details className="fold" key={carId}>
            <summary>{shownCarName(name)}</summary>
            <BarTable
              caption={shownCarName(name)}
              columns={{ name: m.earnings_column_month(), value: m.earnings_column_days() }}
              most={100}
              rows={months.map(({ month, percent }) => ({
                id: month,
                name: longMonth(month),
                value: percent,
                text: `${percent}%`,
              }))}
            />
          </details>
        ))}
      </Part>
    </>
  );
}

const noCarWords: Record<Reader, () => string> = {
  host: m.earnings_occupancy_none,
  team: m.earnings_occupancy_none_team,
};

const amountRow = ({ month, amount }: { month: string; amount: string }) => ({
  id: month,
  name: longMonth(month),
  value: centsFromWire(amount),
  text: showMoney(amount),
});

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm/[1.45] text-ink-soft">{name}</dt>
      <dd className="h3 num">{children}</dd>
    </div>
  );
}

type PartProps = { id: string; title: string; note: string; children: ReactNode };

function Part({ id, title, note, children }: PartProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      <p className="muted">{note}</p>
      {children}
    </section>
  );
}
