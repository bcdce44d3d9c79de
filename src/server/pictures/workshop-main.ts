import { constants, setPriority } from "node:os";
import { fleetDir } from "./fleet-dir.ts";
import { openPictureStore } from "./store.ts";
import { makeMaster, PictureRefused } from "./take-in.ts";
import type { Variant } from "./variants.ts";

// A process of its own, forked by the server with the data directory as argument: whatever a stranger's file does to a decoder, it
// does here; and it takes only the time that the site leaves. It ends with the server however that ends.
process.on("disconnect", () => process.exit());
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const store = await openPictureStore({ fleetDir, dataDir: process.argv[2] ?? "" });
const atOnce: readonly Variant[] = [
  { width: 480, format: "webp" },
  { width: 780, format: "webp" },
  { width: 780, format: "jpg" },
];
const later: readonly Variant[] = [
  { width: 480, format: "avif" },
  { width: 780, format: "avif" },
];
const waiting: { name: string; hash: string; variant: Variant }[] = [];
let active = 0;
let isMakingLater = false;

process.on("message", ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  active++;
  void answer(id, bytes).finally(() => {
    active--;
    void makeLater();
  });
});

async function answer(id: number, bytes: Uint8Array): Promise<void> {
  try {
    const { name, content } = await makeMaster(Buffer.from(bytes));
    const hash = await store.keepMaster(name, content);
    for (const variant of atOnce) await store.variant(name, hash, variant);
    waiting.push(...later.map((variant) => ({ name, hash, variant })));
    process.send?.({ id, name, hash });
  } catch (error) {
    if (error instanceof PictureRefused) process.send?.({ id, fault: error.fault });
    else process.send?.({ id, failure: error instanceof Error ? error.message : String(error), code: codeOf(error) });
  }
}

/** AVIF costs most by far: it is made while nobody waits for anything else. A variant that is asked for before is made then. */
async function makeLater(): Promise<void> {
  if (isMakingLater) return;
  isMakingLater = true;
  for (let job = waiting.shift(); job; job = active ? undefined : waiting.shift()) {
    await store.variant(job.name, job.hash, job.variant).catch(() => undefined);
  }
  isMakingLater = false;
}

const codeOf = (error: unknown): unknown => (typeof error === "object" && error !== null && "code" in error ? error.code : undefined);
