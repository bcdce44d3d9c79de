// Calls /healthz every 20 ms, from a process of its own; when its input ends, it prints the time of each answer.
import { performance } from "node:perf_hooks";

const address = process.argv[2] ?? "";
const times: number[] = [];
const asked: Promise<void>[] = [];

async function ask(): Promise<void> {
  const began = performance.now();
  // A call without an answer counts as at least the ten seconds of its time limit.
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
