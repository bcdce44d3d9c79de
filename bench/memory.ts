import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Product } from "../test/product.ts";

/** Megabytes that a process has in memory. */
export function memoryOf({ process: child }: Product): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return (
      Number(spawnSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" }).stdout) / 1024
    );
  }
}
