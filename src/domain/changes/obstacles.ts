/**
 * Why a rental can't be changed so: `waiting` for an answer to what its renter asked, `offered` another car by us; a
 * `recorded` pickup keeps its car, and a host is asked first about theirs.
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
