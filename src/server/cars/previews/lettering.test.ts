import { readdirSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "#test/product.ts";
import { letteringIn } from "./lettering.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const style = { size: 64, weight: "Regular", colour: "#000000" } as const;
it("the preview's lettering draws Chinese in the font that comes with us, installed once", async () => {
  const set = letteringIn(folder.path);
  await set("Longbay", style, 500);
  expect(readdirSync(folder.path)).toEqual([]);
  const [one, many] = await Promise.all([set("一", style, 500), set("湾", style, 500)]);
  expect(readdirSync(folder.path)).toEqual(["noto-sans-sc-600.otf"]);
  // A character that the font lacks would be drawn as a box, and all boxes look the same.
  expect(one.height).toBeLessThan(many.height / 3);
});

it("the preview's lettering draws markup characters as plain characters", async () => {
  const set = letteringIn(folder.path);
  await expect(set("<b>湾</b> & Friends", style, 900)).resolves.toMatchObject({ input: expect.any(Buffer) });
});
