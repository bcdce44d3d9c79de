/** Milliseconds between two looks. */
export const pace = 500;

/** What a look sees: when it was, how many signs of life there have been, and whether a debugger is attached. */
export type WatchdogLook = { at: number; signs: number; isDebugged: boolean };

/** How long there has been no sign of life, up to the latest look. */
export type Silence = { milliseconds: number; latest: WatchdogLook };

export const beginSilence = (latest: WatchdogLook): Silence => ({ milliseconds: 0, latest });

/**
 * The silence at the next look. A look counts for the time between two looks and no more: while the machine
 * sleeps, or the process is stopped, nobody looks, and nobody could have given a sign. In a debugger people take
 * their time.
 */
export function nextSilence({ milliseconds, latest }: Silence, look: WatchdogLook): Silence {
  const isAlive = look.signs !== latest.signs || look.isDebugged;
  const passed = Math.min(pace, Math.max(0, look.at - latest.at));
  return { milliseconds: isAlive ? 0 : milliseconds + passed, latest: look };
}
