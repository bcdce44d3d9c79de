import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { SecretHolder } from "#server/http/client-key.ts";

/** The first byte names the way in which the rest is sealed, so that there can be another way later. */
const form = 1;
const nonceBytes = 12;
const tagBytes = 16;
const head = 1 + nonceBytes + tagBytes;

const keyOf = ({ secret }: SecretHolder): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", "private documents", 32));

/** AES-256-GCM under a key made of SECRET_KEY for private content alone; it opens only as the content of that id. */
export function sealContent(services: SecretHolder, id: string, content: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(services), nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([Buffer.from([form]), nonce, cipher.getAuthTag(), sealed]);
}

/** Opens sealed content. Throws if it was changed, or sealed with another id or another key. */
export function openContent(services: SecretHolder, id: string, sealed: Buffer): Buffer {
  if (sealed[0] !== form || sealed.length < head) throw new Error("This is no sealed content");
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(services), nonce)
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(1 + nonceBytes, head));
  return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]);
}
