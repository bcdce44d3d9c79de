import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { setImmediate } from "node:timers/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { boundless, endless, fatal, killed, waiting } from "#test/stand-ins/hostile-files.ts";
import { type FileLimits, usualLimits } from "#server/media/pools/limits.ts";
import { openImageWorker } from "./image-worker.ts";

const small = () => sharp({ create: { width: 50, height: 40, channels: 3, background: "teal" } });

async function open(limits: Partial<FileLimits> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "longbay-workshop-"));
  const main = new URL("../../../../test/stand-ins/hostile-worker.ts", import.meta.url);
  const imageWorker = openImageWorker({
    settings: { dataDir, storage: undefined },
    main,
    limits: { ...usualLimits, ...limits },
  });
  onTestFinished(async () => {
    await imageWorker.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return imageWorker;
}

it("an endless file is ended while other people's pictures are made", async () => {
  const imageWorker = await open({ mostTime: 1500, longestWait: 300_000 });
  // There are more slow files than processes.
  const slow = Array.from({ length: Math.min(Math.max(availableParallelism(), 2), 4) + 1 }, () =>
    imageWorker.recode(endless, "a"),
  );
  const ended: string[] = [];
  void Promise.all(slow).then(() => ended.push("slow"));
  const picture = await small().jpeg().toBuffer();
  expect(await imageWorker.recode(picture, "b")).toMatchObject({ width: 50, height: 40 });
  expect(await imageWorker.takeIn(picture, "b")).toHaveProperty("url");
  // The sender of the slow files still waits.
  expect(ended).toEqual([]);
  expect(await Promise.all(slow)).toEqual(slow.map(() => ({ error: "takes_too_long" })));
  expect(await imageWorker.recode(picture, "a")).toMatchObject({ width: 50, height: 40 });
});

it("an unusable file is refused with the cause, and the process goes on", async () => {
  const imageWorker = await open();
  expect(await imageWorker.recode(Buffer.from("words"))).toEqual({ error: "not_a_picture" });
  expect(await imageWorker.recode(Buffer.alloc(0))).toEqual({ error: "empty" });
  expect(await imageWorker.recode(await small().png().toBuffer())).toHaveProperty("content");
});

it("a file that takes ever more memory is ended alone", async () => {
  const imageWorker = await open();
  const picture = await small().webp().toBuffer();
  await imageWorker.recode(picture, "a");
  const ended = imageWorker.recode(boundless, "a");
  expect(await imageWorker.recode(picture, "b")).toHaveProperty("content");
  expect(await ended).toEqual({ error: "too_many_pixels" });
  expect(await imageWorker.recode(picture, "a")).toHaveProperty("content");
});

const busy = { code: "busy", message: "We're busy right now. Please try again in a moment." };

it("a file that the machine has no time for is answered as busy", async () => {
  const imageWorker = await open({ longestWait: 4000 });
  await Promise.all([
    expect(imageWorker.recode(waiting, "a")).rejects.toMatchObject(busy),
    expect(imageWorker.takeIn(waiting, "b")).rejects.toMatchObject(busy),
  ]);
  // A machine that is busy with something else may have no time for the next one either, at first.
  const picture = await small().jpeg().toBuffer();
  const next = () => imageWorker.recode(picture, "a").catch((error: unknown) => error);
  await expect.poll(next, { timeout: 120_000 }).toHaveProperty("content");
});

it("a file's time counts only its own processing, however long it waits", async () => {
  const imageWorker = await open({ mostTime: 1500, longestWait: 300_000 });
  const [slow, stopped] = [imageWorker.recode(endless, "a"), imageWorker.recode(waiting, "b")];
  let isOver = false;
  void stopped.catch(() => undefined).finally(() => (isOver = true));
  expect(await slow).toEqual({ error: "takes_too_long" });
  // After as long as the other file took, the first one still has no answer.
  expect(isOver).toBe(false);
});

it("a process that is killed answers busy, and one that crashes on a file calls it broken", async () => {
  const imageWorker = await open();
  await expect(imageWorker.recode(killed)).rejects.toMatchObject(busy);
  expect(await imageWorker.recode(fatal)).toEqual({ error: "broken" });
  expect(await imageWorker.recode(await small().png().toBuffer())).toHaveProperty("content");
});

it("a picture that waits while the server stops is answered as busy", async () => {
  const imageWorker = await open();
  const refusal = imageWorker.recode(waiting).catch((error: unknown) => error);
  // By then its turn has come.
  await setImmediate();
  await imageWorker.close();
  expect(await refusal).toMatchObject(busy);
});
