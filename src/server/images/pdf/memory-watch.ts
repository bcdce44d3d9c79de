import { workerData } from "node:worker_threads";

// Ends its process when that has taken too much: what a PDF unpacks to is allocated at once, outside of the
// heaps that have limits of their own, while nothing else of the process gets a turn.
const { most } = workerData as { most: number };
setInterval(() => {
  if (process.memoryUsage.rss() > most) process.kill(process.pid, "SIGKILL");
}, 20);
