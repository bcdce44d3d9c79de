import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { displayP3, makeTiledHeic } from "#test/heic.ts";
import { recode } from "./ingest.ts";

const pixelsOf = (content: Uint8Array) => sharp(content).removeAlpha().raw().toBuffer();
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Display P3 as sRGB (CSS Color 4, 17). */
function srgbOf(red: number, green: number, blue: number): number[] {
  const [r, g, b] = [linear(red / 255), linear(green / 255), linear(blue / 255)];
  return [
    1.2249401762805598 * r - 0.22494017628055996 * g,
    -0.042056954709688163 * r + 1.0420569547096881 * g,
    -0.019637554590334432 * r - 0.078636045550631889 * g + 1.0982736001409663 * b,
  ].map((value) => 255 * encoded(Math.min(1, Math.max(0, value))));
}

/** How far the pixels of two pictures are apart in the mean. */
function distance(one: Iterable<number>, other: Buffer): number {
  let [sum, at] = [0, 0];
  for (const value of one) sum += Math.abs(value - (other[at++] ?? 0));
  return sum / at;
}

describe("a HEIC picture of tiles", () => {
  it("a HEIC picture of tiles is read whole and keeps no profile", async () => {
    const { content, width, height } = await recode(await makeTiledHeic());
    expect([width, height]).toEqual([640, 480]);
    const tile = await pixelsOf(
      (await recode(await readFile(new URL("../../../../test/photo.heic", import.meta.url)))).content,
    );
    const corner = await sharp(content).extract({ left: 320, top: 240, width: 320, height: 240 }).toBuffer();
    expect(distance(await pixelsOf(corner), tile)).toBeLessThan(3);
  });

  it.each([0.25, 0.3, 0.5, 0.7, 0.9, 0.999])(
    "a HEIC picture is refused as damaged when only %f of it is there",
    async (part) => {
      const whole = await makeTiledHeic({ colours: await displayP3("profile") });
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      await expect(recode(cut)).rejects.toMatchObject({ code: "broken" });
    },
  );

  it("a HEIC picture whose end was never written is refused as damaged", async () => {
    const whole = await makeTiledHeic();
    whole.fill(0, Math.floor(whole.length * 0.7));
    await expect(recode(whole)).rejects.toMatchObject({ code: "broken" });
  });

  it.each(["profile", "numbers"] as const)(
    "a HEIC picture keeps the colors of Display P3, given by its %s",
    async (how) => {
      const plain = await pixelsOf((await recode(await makeTiledHeic())).content);
      const wide = await pixelsOf(
        (await recode(await makeTiledHeic({ colours: await displayP3(how) }))).content,
      );
      const meant: number[] = [];
      for (let at = 0; at < plain.length; at += 3)
        meant.push(...srgbOf(plain[at] ?? 0, plain[at + 1] ?? 0, plain[at + 2] ?? 0));
      expect(distance(meant, wide)).toBeLessThan(3);
      expect(distance(plain, wide)).toBeGreaterThan(5);
    },
  );

  it("a HEIC picture with an unreadable profile is accepted", async () => {
    const colours = Buffer.from("profnothing of the kind");
    expect(await recode(await makeTiledHeic({ colours }))).toMatchObject({ width: 640 });
  });
});
