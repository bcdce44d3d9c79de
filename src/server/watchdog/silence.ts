/** Milliseconds between two looks. */
export const pace = 500;

/** The silence of a process without processor time grows a quarter as fast as that of a working process. */
const starved = 0.25;

/**
 * A check's result: its time, the count of signs of life, the milliseconds of processor time of the process, and
 * whether a debugger is attached.
 */
export type WatchdogLook = { at: number; signs: number; worked: number; isDebugged: boolean };

/** The time without a sign of life, up to the latest check. */
export type Silence = { milliseconds: number; latest: WatchdogLook };

export const beginSilence = (latest: WatchdogLook): Silence => ({ milliseconds: 0, latest });

/**
 * The silence at the next check. A check adds at most the usual time between two checks: while the machine sleeps,
 * or the process is stopped, no check runs, and no sign could come. Time in a debugger doesn't count. A hung loop
 * works; a process without processor time, on a busy machine, could give no sign, so its time counts as much as it
 * worked, but at least a quarter: a disk may also block the loop.
 */
export function nextSilence({ milliseconds, latest }: Silence, look: WatchdogLook): Silence {
  const isAlive = look.signs !== latest.signs || look.isDebugged;
  const passed = Math.min(pace, Math.max(0, look.at - latest.at));
  const worked = Math.min(passed, Math.max(passed * starved, look.worked - latest.worked));
  return { milliseconds: isAlive ? 0 : milliseconds + worked, latest: look };
}
