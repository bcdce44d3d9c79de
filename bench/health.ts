import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Product } from "../test/product.ts";

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
