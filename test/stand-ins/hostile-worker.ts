import "#server/media/images/image-worker-main.ts";
import { boundless, endless, fatal, killed, waiting } from "./hostile-files.ts";

// The program that makes pictures, with a decoder that does the worst at certain files.
const taken: Buffer[] = [];
process.on("message", ({ bytes }: { bytes?: Uint8Array }) => {
  const file = Buffer.from(bytes ?? []);
  while (file.equals(endless)) Math.random();
  if (file.equals(waiting)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (file.equals(fatal)) process.kill(process.pid, "SIGSEGV");
  if (file.equals(killed)) process.kill(process.pid, "SIGKILL");
  while (file.equals(boundless)) taken.push(Buffer.alloc(16 * 1024 * 1024, 1));
});
