import { once } from "node:events";
import { writeSync } from "node:fs";

// The product, with an endless loop that begins at SIGUSR2. It prints when the loop begins, because two signals
// that are sent one after another may arrive in the other order.
void once(process, "SIGUSR2").then(() => {
  writeSync(process.stderr.fd, "held\n");
  for (;;) Math.random();
});
await import("#server/main.ts");
