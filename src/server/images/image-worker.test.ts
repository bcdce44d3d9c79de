import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setImmediate } from "node:timers/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { boundless, endless, fatal, killed, waiting } from "#test/stand-ins/hostile-files.ts";
import { type FileLimits, usualLimits } from "./limits.ts";
import { openWorkshop } from "./image-worker.ts";

const small = () => sharp({ create: { width: 50, height: 40, channels: 3, background: "teal" } });

async function open(limits: Partial<FileLimits> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "longbay-workshop-"));
  const main = new URL("../../../test/stand-ins/hostile-worker.ts", import.meta.url);
  const workshop = openWorkshop({
    settings: { dataDir, storage: undefined },
    main,
    limits: { ...usualLimits, ...limits },
  });
  onTestFinished(async () => {
    await workshop.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return workshop;
}

it("ends a file that never comes to an end, while other people's pictures are made", async () => {
  const workshop = await open({ mostTime: 1500, longestWait: 300_000 });
  const slow = [1, 2, 3, 4, 5, 6].map(() => workshop.recode(endless, "a"));
  const ended: string[] = [];
  void Promise.all(slow).then(() => ended.push("slow"));
  const picture = await small().jpeg().toBuffer();
  expect(await workshop.recode(picture, "b")).toMatchObject({ width: 50, height: 40 });
  expect(await workshop.takeIn(picture, "b")).toHaveProperty("url");
  // Whoever is slow still waits for themselves.
  expect(ended).toEqual([]);
  expect(await Promise.all(slow)).toEqual(slow.map(() => ({ fault: "takes_too_long" })));
  expect(await workshop.recode(picture, "a")).toMatchObject({ width: 50, height: 40 });
});

it("says of a file that is none what it is, and goes on in the same process", async () => {
  const workshop = await open();
  expect(await workshop.recode(Buffer.from("words"))).toEqual({ fault: "not_a_picture" });
  expect(await workshop.recode(Buffer.alloc(0))).toEqual({ fault: "empty" });
  expect(await workshop.recode(await small().png().toBuffer())).toHaveProperty("content");
});

it("ends a file that takes ever more memory, and nothing beside it", async () => {
  const workshop = await open();
  const picture = await small().webp().toBuffer();
  await workshop.recode(picture, "a");
  const ended = workshop.recode(boundless, "a");
  expect(await workshop.recode(picture, "b")).toHaveProperty("content");
  expect(await ended).toEqual({ fault: "too_many_pixels" });
  expect(await workshop.recode(picture, "a")).toHaveProperty("content");
});

const busy = { code: "busy", message: "We're busy right now. Please try again in a moment." };

it("says of a file that the machine has no time for that we are busy, and nothing against the file", async () => {
  const workshop = await open({ longestWait: 1500 });
  await expect(workshop.recode(waiting, "a")).rejects.toMatchObject(busy);
  await expect(workshop.takeIn(waiting, "a")).rejects.toMatchObject(busy);
  expect(await workshop.recode(await small().jpeg().toBuffer(), "a")).toHaveProperty("content");
});

it("counts against a file what processors do for it, however long it waits", async () => {
  const workshop = await open({ mostTime: 1500, longestWait: 300_000 });
  const [slow, stopped] = [workshop.recode(endless, "a"), workshop.recode(waiting, "b")];
  let isOver = false;
  void stopped.catch(() => undefined).finally(() => (isOver = true));
  expect(await slow).toEqual({ fault: "takes_too_long" });
  // As long as the other has taken, and nothing is said of it.
  expect(isOver).toBe(false);
});

it("says that we are busy where something else ends the process, and that a file is broken where that falls over it", async () => {
  const workshop = await open();
  await expect(workshop.recode(killed)).rejects.toMatchObject(busy);
  expect(await workshop.recode(fatal)).toEqual({ fault: "broken" });
  expect(await workshop.recode(await small().png().toBuffer())).toHaveProperty("content");
});

it("says that we are busy to whoever waits for a picture while the server ends", async () => {
  const workshop = await open();
  const told = workshop.recode(waiting).catch((error: unknown) => error);
  // By then its turn has come.
  await setImmediate();
  await workshop.close();
  expect(await told).toMatchObject(busy);
});
