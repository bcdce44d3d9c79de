import { withoutEnding } from "./plain-text.ts";

/** The type and the extension that we serve a file with, if a caller gave it its name. */
export const servedFiles = {
  image: { type: "image/webp", extension: "webp" },
  pdf: { type: "application/pdf", extension: "pdf" },
} as const;

/** Extensions of the files that we accept; a name may have more than one. */
const taken = /\.(?:jpe?g|png|webp|hei[cf]|pdf)$/i;
const anyExtension = /\.[a-z][a-z0-9]{0,4}$/i;
/** Control characters, marks of direction and of no width, line ends, lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Names that open a device on Windows, whatever follows the first dot. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ .]*(?:\.|$)/i;

/** Bytes of a name without its extension: file systems take 255 with it. */
const longest = 200;

/**
 * The name that a file is shown and saved under: its sender's name for it, in a form that every file system takes,
 * with the extension of its real type, since an extension decides which program opens a file.
 */
export function savedFileName(name: string, kind: keyof typeof servedFiles): string {
  const cleaned = name
    .replace(unseen, "")
    .replace(/\s+/g, " ")
    .replace(/[<>:"/\\|?*]/g, "_");
  let stem = withoutEnding(withoutEnding(cleaned, ". ").replace(anyExtension, ""), ". ");
  while (taken.test(stem)) stem = withoutEnding(stem.replace(taken, ""), ". ");
  stem = trimmedStem(firstBytes(stem)) || "unnamed";
  return `${device.test(stem) ? "_" : ""}${stem}.${servedFiles[kind].extension}`;
}

/** Windows drops dots and spaces at the end, other systems hide a file whose name begins with a dot. */
function trimmedStem(stem: string): string {
  let start = 0;
  while (". ".includes(stem.charAt(start)) && start < stem.length) start++;
  return withoutEnding(stem.slice(start), ". ");
}

function firstBytes(text: string): string {
  let bytes = 0;
  let kept = "";
  for (const character of text) {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    if (bytes > longest) break;
    kept += character;
  }
  return kept;
}

function utf8Length(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x1_0000 ? 3 : 4;
}
