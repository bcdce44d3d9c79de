import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts the bare program beside the product. `url` is a call's address for an account, about an id. */
export async function startBare(
  databaseUrl: string,
  calls: Record<string, string[]>,
): Promise<{ url: (call: string, account: string, about?: string) => string; stop: () => void }> {
  const program = spawn(process.execPath, ["bench/bare-program.ts", databaseUrl, JSON.stringify(calls)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await once(program.stdout, "data")) as [Buffer];
  const address = /ready at (\S+)/.exec(printed.toString())?.[1] ?? "";
  return {
    url: (call, account, about = account) => `${address}/${call}/${account}/${about}`,
    stop: () => void program.kill(),
  };
}
