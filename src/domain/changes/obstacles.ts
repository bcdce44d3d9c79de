/**
 * Why a change isn't possible. `waiting`: the renter's request waits for an answer. `offered`: we have offered
 * another car. `recorded`: a rental keeps the car that was handed over. `host_first`: the car's host is asked first.
 */
export const changeObstacles = [
  "not_now",
  "too_late",
  "waiting",
  "offered",
  "past_due",
  "longest",
  "no_sooner",
  "recorded",
  "host_first",
] as const;
export type ChangeObstacle = (typeof changeObstacles)[number];

/** Why the price of a rental whose car comes back today stays. `no_cheaper`: an early return would save nothing. */
export const returnObstacles = [...changeObstacles, "no_cheaper"] as const;
export type ReturnObstacle = (typeof returnObstacles)[number];
