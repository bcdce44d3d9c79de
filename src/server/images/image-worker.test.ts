import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { boundless, endless } from "#test/stand-ins/hostile-files.ts";
import { openWorkshop } from "./image-worker.ts";

const small = () => sharp({ create: { width: 50, height: 40, channels: 3, background: "teal" } });

async function open(options: { longest?: number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "longbay-workshop-"));
  const main = new URL("../../../test/stand-ins/hostile-worker.ts", import.meta.url);
  const workshop = openWorkshop({ settings: { dataDir, storage: undefined }, main, ...options });
  onTestFinished(async () => {
    await workshop.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return workshop;
}

it("ends a file that never comes to an end, while other people's pictures are made", async () => {
  const workshop = await open({ longest: 3000 });
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
