import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { SecretHolder } from "#server/http/client-key.ts";

/** Six random digits. */
export function randomDigits(): string {
  // 2^32 is not a multiple of a million: numbers above the last multiple are drawn again.
  for (;;) {
    const drawn = randomBytes(4).readUInt32BE();
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, "0");
  }
}

/**
 * A short code as it is stored: keyed, and bound to its purpose, since anybody could try out all six-digit codes.
 */
export const hashCode = ({ secret }: SecretHolder, purpose: string, code: string): string =>
  createHmac("sha256", secret).update(`code ${purpose} ${code}`).digest("base64url");

/** Encrypts a value with AES-256-GCM under a key of its own, bound to the row that holds it. */
export function seal({ secret }: SecretHolder, row: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealingKey(secret), nonce).setAAD(Buffer.from(row));
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** Throws if the value was changed, or sealed for another row. */
export function unseal({ secret }: SecretHolder, row: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", sealingKey(secret), bytes.subarray(0, 12))
    .setAAD(Buffer.from(row))
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}

const sealingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", "sealed values", 32));

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");

/**
 * The refresh token of a session's nth turn: its id, the count, and an HMAC-SHA-256 of both. It isn't stored, and
 * the active token can be made again for a client that lost its answer.
 */
export function refreshToken(services: SecretHolder, sessionId: string, count: number): string {
  const head = Buffer.alloc(20);
  idBytes(sessionId).copy(head);
  head.writeUInt32BE(count, 16);
  return Buffer.concat([head, signature(services, head)]).toString("base64url");
}

/** Reads a refresh token; undefined if it is malformed, `isOurs` false if we did not make it. */
export function readRefreshToken(
  services: SecretHolder,
  token: string,
): { sessionId: string; count: number; isOurs: boolean } | undefined {
  if (!/^[A-Za-z0-9_-]{70}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const head = bytes.subarray(0, 20);
  const hex = head.toString("hex");
  const sessionId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
  return {
    sessionId,
    count: head.readUInt32BE(16),
    isOurs: timingSafeEqual(bytes.subarray(20), signature(services, head)),
  };
}

const signature = ({ secret }: SecretHolder, head: Buffer): Buffer =>
  createHmac("sha256", secret).update("refresh ").update(head).digest();
