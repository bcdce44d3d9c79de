import { statSync, write } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import { brand } from "#domain/brand.ts";
import { beginSilence, type WatchdogLook, nextSilence, pace } from "./silence.ts";
import type { WatchedProcess } from "./watchdog.ts";

const { signs, longest, folder } = workerData as WatchedProcess;
/** Milliseconds for the last words: a log reader that no longer reads must not stop us from ending. */
const longestGoodbye = 1000;

const look = (): WatchdogLook => {
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    worked: (user + system) / 1000,
    signs: Atomics.load(signs, 0),
    isDebugged: Atomics.load(signs, 1) === 1,
  };
};

let silence = beginSilence(look());
const known = folder && numberOf(folder);

const watching = setInterval(() => {
  silence = nextSilence(silence, look());
  if (silence.milliseconds >= longest)
    end(
      `${brand.name.en} has done nothing for ${longest / 1000} seconds: something holds its event loop. The process ends, so that it can be started again.`,
    );
  else if (folder && isGone(folder))
    end(
      `The folder ${folder} with the data of ${brand.name.en} is gone. The process ends, since nothing can be kept any more. Put the folder back before you start it again: without it, it begins empty.`,
    );
}, pace);

/** A folder's number, which stays when it is renamed; undefined without a folder. Throws if the disk fails. */
function numberOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** PostgreSQL writes to one of its files now and then, and never removes it. */
function isGone(path: string): boolean {
  try {
    return numberOf(path) !== known || numberOf(join(path, "global", "pg_control")) === undefined;
  } catch {
    return false;
  }
}

/** A process with a hung loop handles no other signal, so only this one ends it. */
function end(words: string): void {
  clearInterval(watching);
  const kill = () => void process.kill(process.pid, "SIGKILL");
  setTimeout(kill, longestGoodbye);
  write(2, `${words}\n`, kill);
}
