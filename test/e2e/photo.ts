import sharp from "sharp";

/** A picture as a phone sends it. */
export const photo = async (name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: "#8a6d4f" } })
    .jpeg()
    .toBuffer(),
});
