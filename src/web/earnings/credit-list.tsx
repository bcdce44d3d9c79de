import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { HostCredit } from "#contract/host/earnings.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { MoreButton } from "#web/ui/more-button.tsx";
import { CreditLines } from "./credit-lines.tsx";
import type { hostCreditsQuery } from "./host/queries.ts";
import { daysOf, placeWords, type Reader } from "./words.ts";
import { showDate } from "#web/ui/format/show-date.ts";

type CreditListProps = {
  query: typeof hostCreditsQuery;
  reader: Reader;
  /** The address of an order's page. */
  toOrder: (orderId: string) => string;
};

/** All of a host's credits, newest first, and the state of each amount. */
export function CreditList({ query, reader, toOrder }: CreditListProps) {
  const list = useInfiniteQuery(query);
  const credits = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="stack" aria-labelledby="earnings-lines">
      <h2 className="h3" id="earnings-lines">
        {m.earnings_lines()}
      </h2>
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.isSuccess && credits.length === 0 && <p className="muted">{noneWords[reader]()}</p>}
      {credits.length > 0 && (
        <ul className="grid">
          {credits.map((credit) => (
            <CreditRow
              key={credit.id}
              credit={credit}
              reader={reader}
              to={credit.orderId !== null && toOrder(credit.orderId)}
            />
          ))}
        </ul>
      )}
      <MoreButton list={list} label={m.earnings_lines_more()} />
    </section>
  );
}

const noneWords: Record<Reader, () => string> = {
  host: m.earnings_lines_none,
  team: m.earnings_lines_none_team,
};
const balanceWords: Record<Reader, () => string> = {
  host: m.earnings_line_balance,
  team: m.earnings_line_balance_team,
};

type CreditRowProps = { credit: HostCredit; reader: Reader; to: string | false };

function CreditRow({ credit, reader, to }: CreditRowProps) {
  const { orderNumber, car, creditedOn, amount } = credit;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2 py-4 border-t border-line">
      <div className="grid gap-0.5 min-w-0 text-sm/[1.45] [&>p]:text-ink-soft">
        <h3 className="text-base/[1.35] font-label wrap-anywhere break-keep">
          {to ? (
            <>
              <Link to={to}>{orderNumber}</Link> · {shownCarName(car)}
            </>
          ) : (
            balanceWords[reader]()
          )}
        </h3>
        <p className="num">{daysOf(credit) ?? m.statements_written({ day: showDate(creditedOn) })}</p>
        <CreditLines credit={credit} reader={reader} />
      </div>
      <div className="grid gap-1 justify-items-end text-sm/[1.45] text-right max-sm:justify-items-start max-sm:text-left">
        <b className="text-base/[1.35] num">{showMoney(amount)}</b>
        <span className="text-ink-soft">{placeWords(credit)}</span>
      </div>
    </li>
  );
}
