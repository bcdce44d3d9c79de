import { once } from "node:events";
import { writeSync } from "node:fs";

// The product, and in it something that never comes to an end. It says when that begins: two signals that are sent one
// after the other may arrive the other way round.
void once(process, "SIGUSR2").then(() => {
  writeSync(process.stderr.fd, "held\n");
  for (;;) Math.random();
});
await import("#server/main.ts");
