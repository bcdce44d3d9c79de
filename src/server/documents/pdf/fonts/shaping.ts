import type { Font, Glyph, GlyphRun } from "fontkit";
import * as hb from "harfbuzzjs";

export type Direction = "ltr" | "rtl";

/**
 * A font that HarfBuzz shapes: it joins Arabic letters, orders Indic vowels and puts marks where they belong.
 * `font` reads the same bytes and draws the glyphs, which are in their sequence on the line, from left to right.
 */
export function shapedFont(font: Font, content: Uint8Array, direction: Direction): Font {
  const shaper = new hb.Font(new hb.Face(new hb.Blob(content)));
  const layout = (text: string): GlyphRun => {
    const buffer = new hb.Buffer();
    buffer.addText(text);
    buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS);
    buffer.guessSegmentProperties();
    buffer.setDirection(direction === "rtl" ? hb.Direction.RTL : hb.Direction.LTR);
    hb.shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const lettersOf = lettersByCluster(text, infos, direction);
    return {
      // The font remembers each glyph with its first letters, so that a new object has the letters of this text.
      glyphs: infos.map(
        ({ codepoint, cluster }) =>
          Object.create(font.getGlyph(codepoint), { codePoints: { value: lettersOf(cluster) } }) as Glyph,
      ),
      positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
        xAdvance,
        yAdvance,
        xOffset,
        yOffset,
      })),
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
      advanceHeight: 0,
      script: "",
      language: "",
      direction,
      features: {},
      bbox: font.bbox,
    };
  };
  return Object.create(font, { layout: { value: layout } }) as Font;
}

/**
 * The text of each glyph, for readers that copy it: a cluster's first glyph has all of it. Readers reverse
 * right-to-left text letter by letter, so that a ligature has its letters in the sequence of the line.
 */
function lettersByCluster(
  text: string,
  infos: readonly hb.GlyphInfo[],
  direction: Direction,
): (cluster: number) => number[] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const given = new Set<number>();
  return (cluster) => {
    if (given.has(cluster)) return [];
    given.add(cluster);
    const end = starts[starts.indexOf(cluster) + 1] ?? text.length;
    const letters = Array.from(text.slice(cluster, end), (letter) => letter.codePointAt(0) ?? 0);
    return direction === "rtl" ? letters.toReversed() : letters;
  };
}
