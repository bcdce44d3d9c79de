import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Product } from "../test/product.ts";
import { milliseconds, type Row } from "./report.ts";

/** How long /healthz took, in milliseconds, sorted, when it was asked every 20 ms by another process while `work` went on. */
export async function healthDuring(
  { address }: Pick<Product, "address">,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const asker = spawn(process.execPath, ["bench/ask-health.ts", address], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answered = text(asker.stdout);
  try {
    await work();
  } finally {
    asker.stdin.end();
  }
  return (JSON.parse(await answered) as number[]).toSorted((a, b) => a - b);
}

/** Milliseconds that nobody waits longer for work beside theirs than on the same machine when it is idle. */
const allowed = 100;

/** The slowest answer of /healthz through some work, beside what it may be. */
export function besideIdle(what: string, times: number[], idle: number[]): Row {
  const [worst, most] = [times.at(-1) ?? Infinity, (idle.at(-1) ?? 0) + allowed];
  return {
    what: `Health at worst ${what}, beside ${allowed} ms over idle's worst`,
    ours: milliseconds(worst),
    bare: milliseconds(most),
    ratio: worst / most,
    aim: 1,
    isAtLeast: false,
  };
}
