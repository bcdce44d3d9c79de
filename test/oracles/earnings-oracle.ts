/** An instalment as the oracle needs it: dates as text, money in cents. */
type BilledInstalment = {
  startsOn: string;
  endsOn: string;
  dueOn: string;
  lines: readonly { kind: string; amount: number }[];
};

const dayOf = (date: string): bigint => BigInt(Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000));
/** Kinds of lines without days of a rental: they are earned as soon as they are billed. */
const atOnce = new Set(["kept", "extra_miles", "late_days", "damage", "tolls", "cleaning"]);

/**
 * What the days up to today, today included, have earned, computed apart from the product: each line in equal
 * parts by the days of its instalment. An amount outside the months is spread over the remaining days.
 */
export function earnedByDays(
  billed: readonly BilledInstalment[],
  standing: readonly Pick<BilledInstalment, "startsOn" | "endsOn">[],
  today: string,
): bigint {
  const months = standing.filter(({ startsOn, endsOn }) => startsOn < endsOn);
  const starts = months.map(({ startsOn }) => dayOf(startsOn));
  const ends = months.map(({ endsOn }) => dayOf(endsOn));
  const first = starts.reduce((a, b) => (a < b ? a : b), starts[0] ?? 0n);
  const end = ends.reduce((a, b) => (a > b ? a : b), ends[0] ?? 0n);
  let earned = 0n;
  for (const { startsOn, endsOn, lines } of billed) {
    let [from, to] = [dayOf(startsOn), dayOf(endsOn)];
    if (from === to && from < end) [from, to] = [from > first ? from : first, end];
    const days = to - from;
    let passed = dayOf(today) + 1n - from;
    if (passed < 0n) passed = 0n;
    if (passed > days) passed = days;
    for (const { kind, amount } of lines) {
      const size = BigInt(Math.abs(amount));
      if (kind === "taxes" || kind === "refunded_twice") continue;
      const part = atOnce.has(kind) || days === 0n ? size : (2n * size * passed + days) / (2n * days);
      earned += amount < 0 ? -part : part;
    }
  }
  return earned;
}
