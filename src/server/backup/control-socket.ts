import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import type { FastifyBaseLogger } from "fastify";
import { brand } from "#domain/brand.ts";
import type { Database } from "#server/db/open-database.ts";
import { BackupRefused } from "./backup-refused.ts";

// Only one process can use the embedded database. A backup runs in another process, and asks the first for a copy
// of the database's files through a socket in the data folder, which only its user can open.

const request = "copy the database\n";
const done = "copied\n";

/** Where the copy is while a backup reads it. */
export const copyFolder = (dataDir: string): string => join(dataDir, "backup");
export const databaseCopy = (dataDir: string): string => join(copyFolder(dataDir), "database");

/** Windows has named pipes instead of socket files. A socket's path may have a hundred bytes at most. */
function socketPath(dataDir: string): string {
  if (process.platform === "win32")
    return `\\\\.\\pipe\\longbay-${createHash("sha256").update(dataDir).digest("hex").slice(0, 32)}`;
  const path = join(dataDir, "control.sock");
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}

/**
 * Copies the embedded database when a backup asks for it. Returns the function that closes the socket. If no
 * socket can be made in the folder, only backups of a running product are impossible.
 */
export async function openControlSocket(
  dataDir: string,
  { copyFiles }: Pick<Database, "copyFiles">,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  if (!copyFiles) return () => Promise.resolve();
  let under: Promise<unknown> = Promise.resolve();
  const copy = async (): Promise<string> => {
    const mine = under.then(async () => {
      await mkdir(copyFolder(dataDir), { recursive: true, mode: 0o700 });
      await copyFiles(databaseCopy(dataDir));
    });
    under = mine.catch(() => undefined);
    try {
      await mine;
      return done;
    } catch (error) {
      log.error({ err: error }, "the database could not be copied for a backup");
      return `${error instanceof Error ? error.message : String(error)}\n`;
    }
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = "";
    socket.on("error", () => undefined);
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      asked += chunk.toString();
      if (!request.startsWith(asked)) return void socket.destroy();
      if (asked !== request) return;
      socket.setTimeout(0);
      void copy().then((answer) => socket.end(answer));
    });
  });
  const path = socketPath(dataDir);
  // This process owns the folder: an existing socket was left by a killed process.
  if (process.platform !== "win32") await rm(path, { force: true });
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  } catch (error) {
    log.warn({ err: error }, `backups can only be made while ${brand.name.en} is stopped`);
    return () => Promise.resolve();
  }
  server.on("error", (error) => log.warn({ err: error }, "the socket for backups stumbled"));
  return async () => {
    server.close();
    await under;
  };
}

/** Asks the process that has the embedded database for a copy of its files. Throws BackupRefused. */
export async function askForCopy(dataDir: string): Promise<void> {
  const path = socketPath(dataDir);
  if (process.platform !== "win32" && !existsSync(path)) throw new BackupRefused(unheard);
  const socket = connect(path);
  socket.end(request);
  const answer = await text(socket).catch(() => undefined);
  if (answer === undefined) throw new BackupRefused(unheard);
  if (answer !== done)
    throw new BackupRefused(
      `${brand.name.en} could not copy its database: ${answer.trim() || "it was ended"}.`,
    );
}

const unheard =
  "The process that has the database doesn't answer on its socket in DATA_DIR. Stop it, or start it again, then make the backup.";
