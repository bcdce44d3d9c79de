import { performance } from "node:perf_hooks";

/** One comparison. `aim` is the limit of the ratio, if any; `isAtLeast` says whether it is a lower limit. */
export type Row = {
  what: string;
  ours: string;
  bare: string;
  ratio: number;
  aim?: number;
  isAtLeast: boolean;
};

export function table(rows: Row[]): string {
  const lines = rows.map(({ what, ours, bare, ratio, aim, isAtLeast }) => {
    const measured = `| ${what} | ${ours} | ${bare} | ${ratio.toFixed(2)}`;
    if (aim === undefined) return `${measured} | | |`;
    const isMet = isAtLeast ? ratio >= aim : ratio <= aim;
    return `${measured} | ${isAtLeast ? "≥" : "≤"} ${aim} | ${isMet ? "met" : "**missed**"} |`;
  });
  return ["| | Longbay | bare | ratio | aim | |", "|---|---|---|---|---|---|", ...lines].join("\n");
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The milliseconds until the whole answer has arrived. Throws for a refusal. */
export async function timed(url: string, token?: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - began;
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString("en-US")}/s`;
export const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

/** The megabytes of some work, beside the limit. */
export const memoryRow = (what: string, megabytes: number, allowed: number): Row => ({
  what,
  ours: `${megabytes.toFixed(0)} MB`,
  bare: `${allowed} MB`,
  ratio: megabytes / allowed,
  aim: 1,
  isAtLeast: false,
});
