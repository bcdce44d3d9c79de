/** Milliseconds between two looks. */
export const pace = 500;

/** A process that gets no processor at all is silent a quarter as fast as one that works. */
const starved = 0.25;

/**
 * What a look sees: when it was, how many signs of life there have been, the milliseconds that processors have worked for
 * the process, and whether a debugger is attached.
 */
export type WatchdogLook = { at: number; signs: number; worked: number; isDebugged: boolean };

/** How long there has been no sign of life, up to the latest look. */
export type Silence = { milliseconds: number; latest: WatchdogLook };

export const beginSilence = (latest: WatchdogLook): Silence => ({ milliseconds: 0, latest });

/**
 * The silence at the next look. A look counts for the time between two looks and no more: while the machine
 * sleeps, or the process is stopped, nobody looks, and nobody could have given a sign. In a debugger people take
 * their time. A loop that is held works; one that isn't given a processor, on a machine with too much to do, could
 * have given no sign, and its time counts for as much as it worked, but for a quarter at least: a disk may hold it too.
 */
export function nextSilence({ milliseconds, latest }: Silence, look: WatchdogLook): Silence {
  const isAlive = look.signs !== latest.signs || look.isDebugged;
  const passed = Math.min(pace, Math.max(0, look.at - latest.at));
  const worked = Math.min(passed, Math.max(passed * starved, look.worked - latest.worked));
  return { milliseconds: isAlive ? 0 : milliseconds + worked, latest: look };
}
