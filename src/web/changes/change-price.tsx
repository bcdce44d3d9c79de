import type { ChangeQuote } from "#contract/changes.ts";
import { wireMoney } from "#domain/money.ts";
import { m } from "#web/paraglide/messages.js";
import { centsFromWire, showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { PriceLines } from "#web/ui/price-lines.tsx";

/** The price of a rental after a change, line by line, its price before, and the payments with their dates. */
export function ChangePrice({ quote, isOwed }: { quote: ChangeQuote; isOwed: boolean }) {
  const { before, after, difference, refund, refundToCheck, effectiveReturnDate, instalments = [] } = quote;
  const toCheck = centsFromWire(refundToCheck ?? (after.refundWaits ? refund : "0.00"));
  const atOnce = centsFromWire(refund) - toCheck;
  const toPay = instalments.filter(({ paid }) => !paid);
  return (
    <div className="stack" role="status">
      {quote.kind !== "swap" && (
        <p>
          <b>{m.changes_ends_on({ date: showDate(effectiveReturnDate) })}</b>
        </p>
      )}
      {after.rental && <PriceLines {...after.rental} total={after.total} />}
      <dl className="sum">
        <div>
          <dt>{m.changes_before()}</dt>
          <dd>{showMoney(before.total)}</dd>
        </div>
        <div>
          <dt>{m.changes_difference()}</dt>
          <dd>{showMoney(difference)}</dd>
        </div>
        {atOnce > 0 && (
          <div>
            <dt>{m.changes_refund()}</dt>
            <dd>{showMoney(wireMoney(atOnce))}</dd>
          </div>
        )}
        {toCheck > 0 && (
          <div>
            <dt>{m.changes_refund_checked()}</dt>
            <dd>{showMoney(wireMoney(toCheck))}</dd>
          </div>
        )}
      </dl>
      {isOwed && toPay.length > 0 && (
        <>
          <p>{m.changes_to_pay()}</p>
          <dl className="sum">
            {toPay.map(({ dueOn, amount }) => (
              <div key={`${dueOn} ${amount}`}>
                <dt>{showDate(dueOn)}</dt>
                <dd>{showMoney(amount)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
