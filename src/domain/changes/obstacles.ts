/**
 * Why a change isn't possible. `waiting`: the renter's request waits for an answer. `offered`: we have offered
 * another car. `recorded`: a recorded pickup keeps its car. `host_first`: the car's host is asked first.
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
