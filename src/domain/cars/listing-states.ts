/**
 * The states of a car between its owner and the public. A draft is what a host types before the first submission:
 * it has no row among the cars, and reserves nothing. Only a listed car can be ordered.
 */
export const listingStates = ["draft", "submitted", "listed", "paused", "declined", "retired"] as const;
export type ListingState = (typeof listingStates)[number];

/** The states that a row of the fleet's table can have. */
export const carStates = [
  "submitted",
  "listed",
  "paused",
  "declined",
  "retired",
] as const satisfies readonly ListingState[];
export type CarState = (typeof carStates)[number];

/** The back office's fleet; submitted and declined cars are apart, retired cars stay for their orders. */
export const fleetStates = ["listed", "paused"] as const satisfies readonly CarState[];

/** Cars whose pages and pictures are public; a host's retired one only if it was listed once. */
export const publicStates = ["listed", "paused", "retired"] as const satisfies readonly CarState[];

export const isInFleet = (state: CarState): boolean => fleetStates.some((one) => one === state);

/**
 * Whether what a host types stays beside the car until it is submitted. Any other car takes over what is typed, and
 * a listed one shows it to renters at once.
 */
export const keepsTyped = (state: ListingState): state is "draft" | "declined" | "retired" =>
  state === "draft" || state === "declined" || state === "retired";

/** What a host does to a car as a whole. */
export const hostActions = ["submit", "pause", "resume", "retire"] as const;
export type HostAction = (typeof hostActions)[number];

const moves: Record<HostAction, { from: readonly ListingState[]; to: CarState }> = {
  submit: { from: ["draft", "declined"], to: "submitted" },
  pause: { from: ["listed"], to: "paused" },
  resume: { from: ["paused"], to: "listed" },
  retire: { from: ["listed", "paused"], to: "retired" },
};

/** The state that an action leads to; undefined if the car can't take it. A car may already be in that state. */
export function stateAfter(action: HostAction, state: ListingState): CarState | undefined {
  const { from, to } = moves[action];
  return state === to || from.includes(state) ? to : undefined;
}

/** Whether a host may delete a car without a trace: a draft, or a car that isn't accepted. */
export const isDeletable = (state: ListingState): boolean =>
  state === "draft" || state === "submitted" || state === "declined";
