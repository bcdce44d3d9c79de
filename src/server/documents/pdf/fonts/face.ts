import { create, type Font } from "fontkit";
import type { Direction } from "./shaping.ts";

export type Weight = "regular" | "bold";

/** A font in both weights, opened when a document first needs it. */
export type Face = {
  name: string;
  /** Whether HarfBuzz sets it, because its letters join, change places or have marks. */
  isShaped: boolean;
  covers: (codePoint: number) => boolean;
  fontOf: (weight: Weight, direction: Direction) => Font;
};

export const weights = { regular: 400, bold: 600 } as const;

export function openFont(content: Buffer): Font {
  const font = create(content);
  if (!("layout" in font)) throw new Error("This is a collection of fonts");
  return font;
}
