import type { KindOfCar } from "#contract/hosting.ts";
import { longStayPercent, monthsRented } from "#domain/hosting.ts";
import { m } from "#web/paraglide/messages.js";
import { showWholeMoney } from "#web/ui/format/money.ts";

type KindsTableProps = { kinds: readonly (KindOfCar & { name: string })[]; platformSharePercent: number };

/** The possible earnings of each kind of car, shown before the user has typed anything. */
export function KindsTable({ kinds, platformSharePercent }: KindsTableProps) {
  if (kinds.length === 0) return null;
  const { low, high } = monthsRented;
  return (
    <div>
      <table className="kinds num w-full text-sm max-[22rem]:text-xs">
        <caption className="sr-only">{m.hosting_kinds()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.hosting_kind()}</th>
            <th scope="col">{m.hosting_kind_month()}</th>
            <th className="break-keep" scope="col">
              {m.hosting_kind_year({ months: low })}
            </th>
            <th className="break-keep" scope="col">
              {m.hosting_kind_year({ months: high })}
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ category, name, monthlyPrice, yearLow, yearHigh }) => (
            <tr key={category}>
              <th scope="row">{name}</th>
              <td>{showWholeMoney(monthlyPrice)}</td>
              <td>{showWholeMoney(yearLow)}</td>
              <td>{showWholeMoney(yearHigh)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note mt-3.5 max-w-text">
        {m.hosting_kinds_counted({ percent: longStayPercent, share: platformSharePercent })}
      </p>
    </div>
  );
}
