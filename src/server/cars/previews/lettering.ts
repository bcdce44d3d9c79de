import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { hanFont } from "#server/files/han-font.ts";

const latin = fileURLToPath(new URL("./hanken-grotesk-latin.ttf", import.meta.url));

export type Style = { size: number; weight: "Regular" | "SemiBold"; colour: string };
/** Draws words as a picture of at most `width` pixels. */
export type Lettering = (
  text: string,
  style: Style,
  width: number,
) => Promise<{ input: Buffer; height: number }>;

/** The file of the Chinese font has one weight, and the font's name says "Thin". */
const families = "Hanken Grotesk,Noto Sans SC Thin,";

/**
 * Draws words in our own fonts, whatever fonts the machine has. The drawing library reads fonts from files and
 * can't unpack the Chinese font, which is written to `folder` when the first Chinese word is drawn.
 */
export function letteringIn(folder: string): Lettering {
  let han: Promise<string> | undefined;

  async function layHan(): Promise<string> {
    await mkdir(folder, { recursive: true });
    const file = join(folder, "noto-sans-sc-600.otf");
    // The file is written under another name first, so that a file with the final name is always complete.
    const part = `${file}.${randomBytes(6).toString("hex")}.part`;
    await writeFile(part, hanFont(600));
    await rename(part, file);
    // Latin letters in Chinese texts need the Latin font, which the library has to draw with once before.
    await draw("a", { size: 16, weight: "Regular", colour: "#000000" }, 100, latin);
    return file;
  }

  /** Writes the font once; after a failure, the next word tries again. */
  function hanFile(): Promise<string> {
    han ??= layHan().catch((error: unknown) => {
      han = undefined;
      throw error;
    });
    return han;
  }

  return async (text, style, width) =>
    /\p{Script=Han}/u.test(text)
      ? draw(text, { ...style, weight: "SemiBold" }, width, await hanFile())
      : draw(text, style, width, latin);
}

async function draw(text: string, { size, weight, colour }: Style, width: number, fontfile: string) {
  const markup = `<span foreground="${colour}">${escapeMarkup(text)}</span>`;
  const font = `${families} ${weight} ${size}`;
  const set = sharp({
    text: { text: markup, font, fontfile, width, dpi: 72, rgba: true, wrap: "word-char" },
  });
  const { data, info } = await set.png().toBuffer({ resolveWithObject: true });
  return { input: data, height: info.height };
}

export const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
