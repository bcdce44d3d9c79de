import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { inTurn } from "./in-turn.ts";
import { hashOfContent, readManifest, type PictureManifest } from "./manifest.ts";
import { pictureFile } from "./names.ts";
import { makeVariant, type Variant } from "./variants.ts";

type Master = { readonly content: Buffer; readonly hash: string };

export type PictureStore = {
  /** What is known beforehand of the fleet's drawings. */
  readonly manifest: PictureManifest;
  /** The master of that name, drawn or uploaded. */
  read(name: string): Promise<Master | undefined>;
  /** The current hash of a master, as cheaply as can be. */
  hashOf(name: string): Promise<string | undefined>;
  /** A variant of the master with that hash, made when it is first asked for and then kept. */
  variant(name: string, hash: string, variant: Variant): Promise<Buffer | undefined>;
  /** Keeps an uploaded master, and answers its hash. One of that name that is there already stays as it is. */
  keepMaster(name: string, content: Buffer): Promise<string>;
  /** Takes away an uploaded master and all that was made of it. Drawings stay. */
  remove(name: string): Promise<void>;
};

export type PictureStoreOptions = {
  /** Holds `pictures/` and `pictures.json`. */
  readonly fleetDir: string;
  /** `pictures/masters/` below it holds what was uploaded, `pictures/variants/` what was made. */
  readonly dataDir: string;
  readonly memoryBytes?: number;
  /** Told of a variant that couldn't be kept; it is answered all the same and made again next time. */
  readonly onUnkept?: (error: unknown, file: string) => void;
};

const MEMORY = 32 * 1024 * 1024;

export async function openPictureStore(options: PictureStoreOptions): Promise<PictureStore> {
  const { fleetDir, dataDir, memoryBytes = MEMORY, onUnkept } = options;
  const drawn = join(fleetDir, "pictures");
  const uploaded = join(dataDir, "pictures", "masters");
  const kept = join(dataDir, "pictures", "variants");
  await Promise.all([mkdir(uploaded, { recursive: true }), mkdir(kept, { recursive: true })]);
  sharp.concurrency(1); // encoding must leave the processor to the site
  const manifest = await readManifest(join(fleetDir, "pictures.json"));
  const hot = new LRUCache<string, Buffer>({
    maxSize: memoryBytes,
    sizeCalculation: (content) => content.length,
  });
  /** Hashes of uploaded masters, as long as the file stays what it was. */
  const hashes = new LRUCache<string, { state: string; hash: string }>({ max: 10_000 });
  const underWay = new Map<string, Promise<Buffer | undefined>>();
  const encodeInTurn = inTurn();

  async function read(name: string): Promise<Master | undefined> {
    const folder = manifest.has(name) ? drawn : uploaded;
    const content = await readPlainFile(join(folder, pictureFile({ name })));
    return content && { content, hash: hashOfContent(content) };
  }

  async function hashOf(name: string): Promise<string | undefined> {
    const drawing = manifest.get(name);
    if (drawing) return drawing.hash;
    const state = await stateOf(join(uploaded, pictureFile({ name })));
    if (state === undefined) return undefined;
    const known = hashes.get(name);
    if (known?.state === state) return known.hash;
    const hash = (await read(name))?.hash;
    if (hash) hashes.set(name, { state, hash });
    return hash;
  }

  async function make(name: string, hash: string, variant: Variant, file: string): Promise<Buffer | undefined> {
    const before = await readPlainFile(join(kept, file));
    if (before) return before;
    const master = await read(name);
    if (master?.hash !== hash) return undefined;
    const content = await encodeInTurn(() => makeVariant(master.content, variant));
    await keep(join(kept, file), content).catch((error: unknown) => onUnkept?.(error, file));
    return content;
  }

  async function variant(name: string, hash: string, wanted: Variant): Promise<Buffer | undefined> {
    const file = pictureFile({ name, hash, variant: wanted });
    const content = hot.get(file);
    if (content) return content;
    const shared = underWay.get(file);
    if (shared) return shared;
    const made = make(name, hash, wanted, file).finally(() => underWay.delete(file));
    underWay.set(file, made);
    const result = await made;
    if (result) hot.set(file, result);
    return result;
  }

  async function keepMaster(name: string, content: Buffer): Promise<string> {
    const before = await hashOf(name);
    if (before !== undefined) return before;
    await keep(join(uploaded, pictureFile({ name })), content);
    return hashOfContent(content);
  }

  async function remove(name: string): Promise<void> {
    if (manifest.has(name)) return;
    const master = join(uploaded, pictureFile({ name }));
    await rm(master, { force: true });
    hashes.delete(name);
    for (const file of await readdir(kept)) {
      if (!file.startsWith(`${name}.`)) continue;
      hot.delete(file);
      await rm(join(kept, file), { force: true });
    }
  }

  return { manifest, read, hashOf, variant, keepMaster, remove };
}

/** The content of a file, unless it is missing, a folder or a symbolic link. */
async function readPlainFile(path: string): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(absent);
  if (!file) return undefined;
  try {
    return (await file.stat()).isFile() ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}

/** Changes whenever the file does; nothing for what isn't a plain file. */
async function stateOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(absent);
  return found?.isFile() ? `${found.ino} ${found.mtimeNs} ${found.size}` : undefined;
}

const ABSENT = new Set<unknown>(["ENOENT", "ELOOP", "ENOTDIR", "EISDIR"]);

function absent(error: unknown): undefined {
  if (error instanceof Error && "code" in error && ABSENT.has(error.code)) return undefined;
  throw error;
}

/** Under another name first: whatever has its own name is whole. */
async function keep(path: string, content: Buffer): Promise<void> {
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  try {
    await writeFile(part, content);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
