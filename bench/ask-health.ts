// Asks /healthz every 20 ms, from a process of its own, and prints how long each answer took when its input ends.
import { performance } from "node:perf_hooks";

const address = process.argv[2] ?? "";
const times: number[] = [];
const asked: Promise<void>[] = [];

async function ask(): Promise<void> {
  const began = performance.now();
  // One that isn't answered is as slow as it took to find out, and never fast.
  const isWell = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
    async (answer) => (await answer.text(), answer.ok),
    () => false,
  );
  times.push(isWell ? performance.now() - began : Math.max(10_000, performance.now() - began));
}

const asking = setInterval(() => asked.push(ask()), 20);
process.stdin.resume().once("end", () => {
  clearInterval(asking);
  void Promise.all(asked).then(() => process.stdout.write(JSON.stringify(times)));
});
