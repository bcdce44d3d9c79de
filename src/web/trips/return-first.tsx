import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ChangeQuote, ReturnQuote } from "#contract/changes.ts";
import type { ReturnObstacle } from "#domain/changes/obstacles.ts";
import { earlyReturn } from "#domain/pricing/rental-terms.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { returnQuoteQuery } from "./queries.ts";

type Props = {
  orderId: string;
  returnDate: string;
  isRenter: boolean;
  showPrice: (quote: ChangeQuote) => ReactNode;
  /** The next step, with the early return's total if one was chosen; `askAgain` gets a new quote. */
  children: (earlyTotal: string | undefined, askAgain: () => void) => ReactNode;
};

/**
 * What returning the car now costs and gives back, and which open requests end with it, shown before the photos.
 * On the last two days of a rental there is no such question.
 */
export function ReturnFirst({ orderId, returnDate, isRenter, showPrice, children }: Props) {
  const { data, error, refetch } = useQuery(returnQuoteQuery(orderId));
  const [taken, setTaken] = useState<{ total: string | undefined }>();
  const askAgain = () => {
    setTaken(undefined);
    void refetch();
  };
  if (!data) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  if (taken || (!data.isEarly && !data.waiting)) return children(taken?.total, askAgain);
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <Asked
        quoted={data}
        returnDate={returnDate}
        isRenter={isRenter}
        showPrice={showPrice}
        onYes={() => setTaken({ total: data.quote?.after.total })}
      />
    </>
  );
}

type AskedProps = Pick<Props, "returnDate" | "isRenter" | "showPrice"> & {
  quoted: ReturnQuote;
  onYes: () => void;
};

function Asked({ quoted, returnDate, isRenter, showPrice, onYes }: AskedProps) {
  const { quote, obstacle, waiting, isEarly, isFree } = quoted;
  const date = showDate(returnDate);
  const words = isRenter ? renterWords : adminWords;
  return (
    <section className="card stack" aria-labelledby="condition-early">
      <h2 className="h3" id="condition-early">
        {isEarly ? m.condition_early_title({ date }) : m.condition_record_return()}
      </h2>
      {waiting && (
        <Notice kind="warn">
          {waiting.kind === "extension"
            ? words.extension({ date: showDate(waiting.effectiveReturnDate) })
            : words.offer()}
        </Notice>
      )}
      {quote && (
        <>
          <p>{isFree ? m.condition_early_free({ days: earlyReturn.freeDays }) : noticeWords(quote)}</p>
          {showPrice(quote)}
        </>
      )}
      {isEarly && !quote && <p>{isRenter ? stayWords(obstacle, date) : m.condition_early_text_admin()}</p>}
      <p>
        <button className="btn btn-primary" type="button" onClick={onYes}>
          {quote ? m.condition_early_take() : words.yes()}
        </button>
      </p>
    </section>
  );
}

const renterWords = {
  extension: m.condition_early_extension,
  offer: m.condition_early_offer,
  yes: m.condition_early_yes,
};
const adminWords = {
  extension: m.condition_early_extension_admin,
  offer: m.condition_early_offer_admin,
  yes: m.condition_early_yes_admin,
};

/** The end of the rental as notice shortens it, and the fee for it. */
const noticeWords = ({ effectiveReturnDate, fee }: ChangeQuote): string =>
  m.condition_early_notice({
    weeks: earlyReturn.noticeWeeks,
    date: showDate(effectiveReturnDate),
    fee: showMoney(fee),
  });

/** Why the price stays although the car comes back before the return date. */
function stayWords(obstacle: ReturnObstacle | null, date: string): string {
  if (obstacle === "no_cheaper") return m.condition_early_no_cheaper({ date });
  return obstacle === "no_sooner"
    ? m.condition_early_no_sooner({ weeks: earlyReturn.noticeWeeks })
    : m.condition_early_text();
}
