import { once } from "node:events";

// The product, and in it something that never comes to an end.
void once(process, "SIGUSR2").then(() => {
  for (;;) Math.random();
});
await import("#server/main.ts");
