import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./throwaway-cluster.ts";

export type Product = {
  address: string;
  dataDir: string;
  process: ChildProcess;
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

export const temporaryFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), "longbay-product-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** The product with an event loop that stops once the process gets SIGUSR2. */
export const heldProduct = "test/stand-ins/held-product.ts";

/**
 * `main` is the program, `logFile` receives all output in place of pipes, `folder` holds another version of the
 * product.
 */
type ProductOptions = { main?: string; logFile?: string; folder?: string };

/**
 * Starts the product as a separate process on a free port, and waits until it prints its address. Rejects with its
 * output if it ends before.
 */
export async function startProduct(
  env: Record<string, string> = {},
  { main = "src/server/main.ts", logFile, folder }: ProductOptions = {},
): Promise<Product> {
  const dataDir = env.DATA_DIR ?? temporaryFolder().path;
  const port = env.PORT ?? String(await freePort());
  const log = logFile === undefined ? undefined : openSync(logFile, "a");
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: port,
      RATE_LIMITS: "off",
      // Tests make the orders that they need.
      DEMO_ORDERS: "off",
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", log ?? "pipe", log ?? "pipe"],
  });
  if (log !== undefined) closeSync(log);
  let piped = "";
  const output = () => (logFile === undefined ? piped : readFileSync(logFile, "utf8"));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const address = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const ready = /ready at (http:\/\/\S+)/.exec(output())?.[1];
      if (ready) resolve(ready);
    };
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        piped += chunk.toString();
        look();
      });
    const looking = logFile === undefined ? undefined : setInterval(look, 50);
    void ended.then((code) => {
      clearInterval(looking);
      reject(new Error(`The product ended with ${code}: ${output()}`));
    });
  });
  return {
    address,
    dataDir,
    process: child,
    output,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/** The variable that names a data folder with a finished demonstration: copying it is quicker than making one. */
export const stockedVariable = "STOCKED_DEMONSTRATION";

/**
 * The product with its demonstration fleet on the embedded database, in a folder that is removed with it, whatever
 * the environment of the tests says.
 */
export async function startDemonstration(env: Record<string, string> = {}): Promise<Product> {
  const folder = temporaryFolder();
  const stocked = process.env[stockedVariable];
  if (stocked) cpSync(stocked, folder.path, { recursive: true });
  const settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: "",
    PUBLIC_URL: "",
    SMTP_URL: "",
    HOST: "127.0.0.1",
    DEMO: "on",
    ...env,
  };
  const product = await startProduct(settings);
  return {
    ...product,
    async stop(signal) {
      const code = await product.stop(signal);
      folder.remove();
      return code;
    },
  };
}

export async function postJson(
  address: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
