import { minute } from "#domain/durations.ts";

/**
 * How an event of a provider stands: `dead` is one that nobody tries again before an administrator asks for it,
 * `handled` one that an administrator has seen to otherwise.
 */
export const webhookStatuses = ["waiting", "done", "ignored", "dead", "handled"] as const;

/** Pauses before an event is tried again; after the last it is dead. */
const pauses = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute);

/** How long to wait after so many tries; undefined where no more are made. */
export const pauseAfter = (tries: number): number | undefined => pauses[tries - 1];
