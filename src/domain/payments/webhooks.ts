import { minute } from "#domain/durations.ts";

/**
 * The states of a provider's event. `dead`: nothing tries it again unless an administrator asks for it. `handled`:
 * an administrator has dealt with it in another way.
 */
export const webhookStatuses = ["waiting", "done", "ignored", "dead", "handled"] as const;

/** Pauses before an event is tried again; after the last it is dead. */
const pauses = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minute);

/** How long to wait after this many tries; undefined if there is no further try. */
export const pauseAfter = (tries: number): number | undefined => pauses[tries - 1];
