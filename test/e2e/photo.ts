import sharp from "sharp";

/** A picture as a phone sends it. One of another colour is another picture. */
export const photo = async (name: string, background = "#8a6d4f") => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});
