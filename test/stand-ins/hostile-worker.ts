import { boundless, endless } from "./hostile-files.ts";

// The program that makes pictures, and in it a decoder that two files do the worst to.
const taken: Buffer[] = [];
process.on("message", ({ bytes }: { bytes?: Uint8Array }) => {
  const file = Buffer.from(bytes ?? []);
  while (file.equals(endless)) Math.random();
  while (file.equals(boundless)) taken.push(Buffer.alloc(16 * 1024 * 1024, 1));
});
await import("#server/images/image-worker-main.ts");
