import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

export type Cluster = {
  /** The folder with its data. */
  data: string;
  url: (database: string) => string;
  /** Stops the server, as a restart or a failure of the machine would; its data stay. */
  halt: () => Promise<void>;
  /** Starts it again on the same port. */
  resume: () => Promise<void>;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
};

/** The folder of PostgreSQL's server programs, version 15 or newer; undefined if this machine has none. */
export function postgresPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
    "/opt/homebrew/opt/postgresql/bin",
  ];
  return folders.find(
    (folder) =>
      existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")) && versionOf(folder) >= 15,
  );
}

const versionOf = (folder: string): number =>
  Number(
    / (\d+)/.exec(spawnSync(join(folder, "postgres"), ["--version"]).stdout?.toString() ?? "")?.[1] ?? 0,
  );

/** PostgreSQL refuses to run as root: then it runs as a user without other rights. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (!user)
    throw new Error(
      "PostgreSQL needs a user other than root, and this machine has neither postgres nor nobody",
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/**
 * A new cluster in a temporary folder, on a free port of this machine; `stop` removes it. `settings` are those of
 * postgresql.conf, `within` is the parent of its folder.
 */
export async function startCluster(
  programs: string,
  settings: Record<string, string> = {},
  within = tmpdir(),
): Promise<Cluster> {
  const folder = mkdtempSync(join(within, "longbay-postgres-"));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const made = spawnSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "longbay", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "--no-sync"],
    {
      ...user,
      cwd: folder,
    },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr?.toString()}`);
  const port = await freePort();
  const options = Object.entries({
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: folder,
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const url = (database: string) => `postgres://longbay@127.0.0.1:${port}/${database}`;
  let halt = () => Promise.resolve();
  const resume = async () => {
    const server = spawn(join(programs, "postgres"), ["-D", data, ...options], {
      ...user,
      cwd: folder,
      stdio: "ignore",
    });
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    halt = () => {
      server.kill("SIGINT");
      return ended;
    };
    await answering(url("postgres"), server);
  };
  await resume();
  return {
    data,
    url,
    halt: () => halt(),
    resume,
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string, server: { exitCode: number | null }): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (server.exitCode !== null) throw new Error("The throwaway PostgreSQL ended by itself");
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await wait(100);
    }
  }
  throw new Error("The throwaway PostgreSQL did not answer within 30 seconds");
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("No port is free")),
      );
    });
  });
}
