import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Product } from "../test/product.ts";
import { milliseconds, type Row } from "./report.ts";

/** The sorted milliseconds of /healthz, which another process called every 20 ms while `work` ran. */
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

/** Milliseconds by which the slowest answer during some work may exceed the slowest on the same idle machine. */
const allowed = 100;

/** The slowest answer of /healthz during some work, beside the limit. */
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
