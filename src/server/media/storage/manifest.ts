import { readFile } from "node:fs/promises";
import { z } from "zod";
import { sha256Of } from "#server/media/sha256.ts";

const Entry = z.object({
  hash: z.string().regex(/^[0-9a-f]{8}$/),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  placeholder: z.string().startsWith("data:image/webp;base64,").optional(),
});

export type ImageEntry = z.infer<typeof Entry>;
/** Pictures by name. */
export type ImageManifest = ReadonlyMap<string, ImageEntry>;

export async function readManifest(file: string): Promise<ImageManifest> {
  const entries = z
    .record(z.string().regex(/^[a-z0-9-]+$/), Entry)
    .parse(JSON.parse(await readFile(file, "utf8")));
  return new Map(Object.entries(entries));
}

/** First eight hexadecimal digits of the SHA-256: what a picture's public name carries. */
export const hashOfContent = (content: Buffer): string => sha256Of(content).slice(0, 8);
