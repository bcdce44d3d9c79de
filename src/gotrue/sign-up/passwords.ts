import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { isTooLongPassword, normalPassword } from "#domain/people/credentials.ts";

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/** OWASP's second choice of parameters for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** Hashing never takes every core, so that everything else goes on being answered. */
const queue = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)));

/** The largest number of waiting hashes; with more, people would have left before their answer. */
const longestQueue = 300;

/** Too many people are signing in at once. */
export class HashingBusy extends Error {
  override name = "HashingBusy";
}

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/**
 * argon2id of a password's normal form as a PHC string, with a random salt. Throws HashingBusy when too many
 * wait.
 */
export const hashPassword = (password: string): Promise<string> =>
  hashForm(normalPassword(password), randomBytes(16));

/** The hash of a password as it was typed: hashes were made like this before passwords had a normal form. */
export async function hashForm(form: string, nonce: Buffer): Promise<string> {
  const tag = await taken(form, { ...cost, nonce });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/**
 * The password as it was typed, since an older hash may be of this form: undefined if it equals the normal form,
 * or is longer than any hashed password.
 */
export const olderForm = (password: string): string | undefined =>
  normalPassword(password) === password || isTooLongPassword(password) ? undefined : password;

/**
 * Whether a password matches a hash: `normal`, or `typed` for an older hash, which the caller then replaces.
 * Without a hash it takes equally long, and doesn't match.
 */
export async function matchPassword(
  password: string,
  hash: string | null | undefined,
): Promise<"normal" | "typed" | undefined> {
  if (await isForm(normalPassword(password), hash)) return "normal";
  const older = olderForm(password);
  return older !== undefined && (await isForm(older, hash)) ? "typed" : undefined;
}

export const isPassword = async (password: string, hash: string | null | undefined): Promise<boolean> =>
  (await matchPassword(password, hash)) !== undefined;

async function isForm(form: string, hash: string | null | undefined): Promise<boolean> {
  const parsed = parse(hash) ?? nobody;
  const tag = await taken(form, parsed);
  return timingSafeEqual(tag, parsed.tag) && parsed !== nobody;
}

function taken(
  password: string,
  { memory, passes, parallelism, nonce }: typeof cost & { nonce: Buffer },
): Promise<Buffer> {
  if (queue.pendingCount >= longestQueue) throw new HashingBusy("too many passwords wait to be hashed");
  return queue(() =>
    derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength }),
  );
}

const nobody = { ...cost, nonce: randomBytes(16), tag: randomBytes(tagLength) };

function parse(hash: string | null | undefined): typeof nobody | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    hash ?? "",
  );
  if (!found) return undefined;
  const [, memory, passes, parallelism, nonce = "", tag = ""] = found;
  const parsed = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
  return parsed.tag.length === tagLength ? parsed : undefined;
}
