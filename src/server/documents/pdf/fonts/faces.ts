import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { hanFont } from "#server/files/han-font.ts";
import { type Face, openFont, type Weight, weights } from "./face.ts";
import { remember } from "./remember.ts";
import { shapedFont } from "./shaping.ts";
import { type Slice, slicedFont } from "./sliced-faces.ts";
import { rangesOf } from "./unicode-ranges.ts";

const { resolve } = createRequire(import.meta.url);

/** The font of both languages: a text that it covers needs no other. */
export const mainFace = ((): Face => {
  const fontOf = remember((weight: Weight) => openFont(hanFont(weights[weight])));
  return {
    name: "main",
    isShaped: false,
    covers: (codePoint) => fontOf("regular").hasGlyphForCodePoint(codePoint),
    fontOf,
  };
})();

/** A whole font, for the letters that a pattern names. */
function wholeFace(folder: string, file: string, letters: RegExp): Face {
  const contentOf = remember((weight: Weight) => {
    const style = weight === "bold" ? "600SemiBold" : "400Regular";
    return readFileSync(resolve(`@expo-google-fonts/${folder}/${style}/${file}_${style}.ttf`));
  });
  const plain = remember((weight: Weight) => openFont(contentOf(weight)));
  const shaped = {
    ltr: remember((weight: Weight) => shapedFont(plain(weight), contentOf(weight), "ltr")),
    rtl: remember((weight: Weight) => shapedFont(plain(weight), contentOf(weight), "rtl")),
  };
  return {
    name: folder,
    isShaped: true,
    covers: (codePoint) =>
      letters.test(String.fromCodePoint(codePoint)) && plain("regular").hasGlyphForCodePoint(codePoint),
    fontOf: (weight, direction) => shaped[direction](weight),
  };
}

/** Each script's letters, and the spaces, marks and signs between them. */
const scripts: Record<string, RegExp> = {
  Arabic: /[ \p{Script_Extensions=Arabic}]/u,
  Armenian: /[ \p{Script_Extensions=Armenian}]/u,
  Bengali: /[ \p{Script_Extensions=Bengali}]/u,
  Devanagari: /[ \p{Script_Extensions=Devanagari}]/u,
  Ethiopic: /[ \p{Script_Extensions=Ethiopic}]/u,
  Georgian: /[ \p{Script_Extensions=Georgian}]/u,
  Gujarati: /[ \p{Script_Extensions=Gujarati}]/u,
  Gurmukhi: /[ \p{Script_Extensions=Gurmukhi}]/u,
  Hebrew: /[ \p{Script_Extensions=Hebrew}]/u,
  Kannada: /[ \p{Script_Extensions=Kannada}]/u,
  Khmer: /[ \p{Script_Extensions=Khmer}]/u,
  Lao: /[ \p{Script_Extensions=Lao}]/u,
  Malayalam: /[ \p{Script_Extensions=Malayalam}]/u,
  Myanmar: /[ \p{Script_Extensions=Myanmar}]/u,
  Oriya: /[ \p{Script_Extensions=Oriya}]/u,
  Sinhala: /[ \p{Script_Extensions=Sinhala}]/u,
  Tamil: /[ \p{Script_Extensions=Tamil}]/u,
  Telugu: /[ \p{Script_Extensions=Telugu}]/u,
  Thaana: /[ \p{Script_Extensions=Thaana}]/u,
  Thai: /[ \p{Script_Extensions=Thai}]/u,
};
const arabic = /[ \p{Script_Extensions=Arabic}]/u;
const tibetan = /[ \p{Script_Extensions=Tibetan}]/u;

const european =
  /[ \p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{Sc}\p{P}\p{Nd}\p{No}\p{Sm}\p{Sk}\p{So}\p{Lm}]/u;

/** The slices of a font package, by its list of the code points in each. */
function fontsource(name: string): Slice[] {
  const folder = dirname(dirname(resolve(`@fontsource-variable/${name}/files/${name}-0-wght-normal.woff2`)));
  const ranges = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>;
  return Object.entries(ranges).map(([slice, text]) => ({
    file: join(folder, "files", `${name}-${slice.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`),
    ranges: rangesOf(text),
    isVariable: true,
  }));
}

function wenKai(): Slice[] {
  const sheet = resolve("lxgw-wenkai-screen-web/lxgwwenkaigbscreen/result.min.css");
  return readFileSync(sheet, "utf8")
    .split("@font-face")
    .flatMap((rule) => {
      const [, file] = /url\(([^()]+)\)/.exec(rule) ?? [];
      const [, text] = /unicode-range:([^;}]+)/.exec(rule) ?? [];
      return file && text
        ? [{ file: join(dirname(sheet), file), ranges: rangesOf(text), isVariable: false }]
        : [];
    });
}

const han = /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}]/u;
const hangul = /\p{Script_Extensions=Hangul}/u;

const wholeFaces = [
  wholeFace("noto-sans", "NotoSans", european),
  // This font has a glyph for each letter, while Noto's dots are separate: a copied text is the same as the typed
  // one.
  wholeFace("ibm-plex-sans-arabic", "IBMPlexSansArabic", arabic),
  ...Object.entries(scripts).map(([script, letters]) =>
    wholeFace(`noto-sans-${script.toLowerCase()}`, `NotoSans${script}`, letters),
  ),
  wholeFace("noto-serif-tibetan", "NotoSerifTibetan", tibetan),
];
const slicedFonts = [
  slicedFont(() => fontsource("noto-sans-kr"), hangul),
  slicedFont(() => fontsource("noto-sans-hk"), han),
  slicedFont(() => fontsource("noto-sans-jp"), han),
  // In a written hand, for the rare characters of names that no font above has.
  slicedFont(wenKai, han),
];
const emoji = wholeFace("noto-emoji", "NotoEmoji", /[\p{Emoji}\p{Emoji_Component}]/u);

/** Opens the fonts that a text's letters need. Call it before `otherFacesOf`. */
export async function openFacesFor(text: string): Promise<void> {
  const codePoints = new Set(Array.from(text.normalize("NFC"), (letter) => letter.codePointAt(0) ?? 0));
  for (const codePoint of codePoints)
    for (const font of slicedFonts)
      if (!mainFace.covers(codePoint) && !otherFacesOf(codePoint).some(({ isShaped }) => !isShaped))
        await font.open(codePoint);
}

/** The faces that have a glyph for a code point, the preferred first, beside the main one. */
export const otherFacesOf = (codePoint: number): Face[] =>
  [...wholeFaces, ...slicedFonts.map(({ faceOf }) => faceOf(codePoint)), emoji].filter(
    (face): face is Face => face?.covers(codePoint) ?? false,
  );
