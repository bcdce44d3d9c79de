import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPictures } from "./open-pictures.ts";
import { temporaryPictures } from "./test-pictures.ts";
import { jobsFor, warmPictures } from "./warm.ts";

describe("warmPictures", () => {
  it("begins with the heroes of lists, ends with the rest in AVIF, and makes nothing twice", async () => {
    const { store } = await temporaryPictures(["a-cabin", "a-hero"]);
    const jobs = jobsFor(store).map(({ name, variant }) => `${name} ${variant.width} ${variant.format}`);
    expect(jobs.slice(0, 2)).toEqual(["a-hero 480 webp", "a-hero 780 webp"]);
    expect(new Set(jobs).size).toBe(jobs.length);
    expect(jobs).toHaveLength(2 * 5 * 2);
    const last = jobs.slice(-8);
    expect(last.every((job) => job.endsWith("avif"))).toBe(true);
  });

  it("makes them all", async () => {
    const { store, dataDir } = await temporaryPictures(["a-hero"]);
    await warmPictures(store);
    expect(await readdir(join(dataDir, "pictures", "variants"))).toHaveLength(10);
  });

  it("is done, or given up, once the pictures are closed", async () => {
    const { dataDir, fleetDir } = await temporaryPictures(["sedan-silver-hero"]);
    const pictures = await openPictures(dataDir, { fleetDir });
    expect(pictures.picturesOf({ bodyStyle: "sedan", colour: "", images: [] }).pictures).toHaveLength(1);
    pictures.warm();
    await pictures.close();
    const kept = () => readdir(join(dataDir, "pictures", "variants"));
    const then = await kept();
    expect(then.length).toBeLessThan(10);
    expect(await kept()).toEqual(then);
  });
});
