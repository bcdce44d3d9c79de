import type { HostStatementShown, HostStatementSummary, HostYear } from "#contract/host/statements.ts";
import { type Cents, wireMoney } from "#domain/money.ts";
import { isCredit, type StatementLine, statementSums } from "#domain/payouts/statements.ts";
import { type HostStatementRow, sumOfYear, type YearOfHost } from "./queries.ts";

export const presentSummary = ({
  number,
  month,
  opening,
  closing,
  issuedAt,
}: Omit<HostStatementRow, "statement" | "hostId" | "language">): HostStatementSummary => ({
  number,
  month,
  opening: wireMoney(opening),
  closing: wireMoney(closing),
  issuedAt: issuedAt.toISOString(),
});

export function presentStatement(row: HostStatementRow): HostStatementShown {
  const { lines } = row.statement;
  const { shares, charges, takenBack, owedLess, payouts } = statementSums(lines);
  return {
    ...presentSummary(row),
    lines: lines.map(presentLine),
    sums: {
      shares: wireMoney(shares),
      charges: wireMoney(charges),
      takenBack: wireMoney(takenBack),
      owedLess: wireMoney(owedLess),
      payouts: wireMoney(payouts),
    },
  };
}

function presentLine(line: StatementLine): HostStatementShown["lines"][number] {
  if (!isCredit(line)) return { ...line, amount: wireMoney(line.amount) };
  return {
    ...line,
    lines: line.lines.map(({ kind, amount }) => ({ kind, amount: wireMoney(amount) })),
    gross: wireMoney(line.gross),
    ourShare: wireMoney(line.amount - line.gross),
    amount: wireMoney(line.amount),
  };
}

const wireSums = ({ gross, net }: { gross: Cents; net: Cents }) => ({
  gross: wireMoney(gross),
  ourShare: wireMoney(net - gross),
  net: wireMoney(net),
});

export function presentYear(year: number, whole: YearOfHost): HostYear {
  return {
    year,
    months: whole.months.map(({ month, payouts, ...sums }) => ({
      month,
      ...wireSums(sums),
      payouts: wireMoney(payouts),
    })),
    cars: whole.cars.map(({ id, name, ...sums }) => ({ id, name, ...wireSums(sums) })),
    ...wireSums({ gross: sumOfYear(whole, "gross"), net: sumOfYear(whole, "net") }),
    payouts: wireMoney(sumOfYear(whole, "payouts")),
  };
}
