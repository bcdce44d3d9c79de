import type { HostCredit } from "#contract/host/earnings.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { kindNames, type Reader, shareWords } from "./words.ts";

type CreditLinesProps = {
  credit: Pick<HostCredit, "lines" | "rule" | "sharePercent" | "gross" | "amount">;
  reader: Reader;
};

/** What a renter paid, line by line, and the host's share of it. */
export function CreditLines({ credit, reader }: CreditLinesProps) {
  const { lines, gross } = credit;
  return (
    <>
      {lines.map(({ kind, amount }) => (
        <p key={kind} className="num">
          {kindNames[kind]()} {showMoney(amount)}
        </p>
      ))}
      <p className="num">
        {lines.length > 1 && `${m.earnings_line_paid({ amount: showMoney(gross) })} · `}
        {shareWords(credit, reader)}
      </p>
    </>
  );
}
