import sharp from "sharp";

/** A picture as a phone sends it. Another background makes another picture. */
export const photo = async (name: string, background = "#8a6d4f") => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});
