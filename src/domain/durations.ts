/** Lengths of time in milliseconds, as `Date` and timers count them. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Lengths of time in seconds, as limits, tokens and caches count them. */
export const secondsIn = (milliseconds: number): number => milliseconds / 1000;
