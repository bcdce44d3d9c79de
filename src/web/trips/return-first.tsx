import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ChangeQuote, ReturnQuote } from "#contract/changes.ts";
import type { ChangeObstacle } from "#domain/changes/obstacles.ts";
import { earlyReturn } from "#domain/pricing/rental-terms.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { returnQuoteQuery } from "./queries.ts";

type Props = {
  orderId: string;
  returnDate: string;
  showPrice: (quote: ChangeQuote) => ReactNode;
  /** The next step, with the early return's total if one was chosen; `askAgain` gets a new quote. */
  children: (earlyTotal: string | undefined, askAgain: () => void) => ReactNode;
};

/**
 * What returning the car now costs and gives back, and which open requests end with it, shown before the photos.
 * On the last two days of a rental there is no such question.
 */
export function ReturnFirst({ orderId, returnDate, showPrice, children }: Props) {
  const { data, error, refetch } = useQuery(returnQuoteQuery(orderId));
  const [taken, setTaken] = useState<{ total: string | undefined }>();
  const askAgain = () => {
    setTaken(undefined);
    void refetch();
  };
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (taken || (!data.isEarly && !data.waiting)) return children(taken?.total, askAgain);
  return (
    <Asked
      quoted={data}
      returnDate={returnDate}
      showPrice={showPrice}
      onYes={() => setTaken({ total: data.quote?.after.total })}
    />
  );
}

type AskedProps = Pick<Props, "returnDate" | "showPrice"> & { quoted: ReturnQuote; onYes: () => void };

function Asked({ quoted: { quote, obstacle, waiting, isEarly }, returnDate, showPrice, onYes }: AskedProps) {
  const date = showDate(returnDate);
  return (
    <section className="card stack" aria-labelledby="condition-early">
      <h2 className="h3" id="condition-early">
        {isEarly ? m.condition_early_title({ date }) : m.condition_record_return()}
      </h2>
      {waiting && (
        <Notice kind="warn">
          {waiting.kind === "extension"
            ? m.condition_early_extension({
                date: showDate(waiting.effectiveReturnDate),
              })
            : m.condition_early_offer()}
        </Notice>
      )}
      {quote && (
        <>
          <p>{quoteWords(quote)}</p>
          {showPrice(quote)}
        </>
      )}
      {isEarly && !quote && <p>{stayWords(obstacle)}</p>}
      <p>
        <button className="btn btn-primary" type="button" onClick={onYes}>
          {quote ? m.condition_early_take() : m.condition_early_yes()}
        </button>
      </p>
    </section>
  );
}

/** The end of the shortened rental, and the fee for it. */
function quoteWords({ effectiveReturnDate, fee }: NonNullable<ReturnQuote["quote"]>): string {
  if (Number(fee) === 0) return m.condition_early_free({ days: earlyReturn.freeDays });
  return m.condition_early_notice({
    weeks: earlyReturn.noticeWeeks,
    date: showDate(effectiveReturnDate),
    fee: showMoney(fee),
  });
}

const stayWords = (obstacle: ChangeObstacle | null): string =>
  obstacle === "no_sooner"
    ? m.condition_early_no_sooner({ weeks: earlyReturn.noticeWeeks })
    : m.condition_early_text();
