/** Why a rental can't be changed so. */
export const changeObstacles = [
  "not_now",
  "too_late",
  "waiting",
  "past_due",
  "longest",
  "no_sooner",
] as const;
export type ChangeObstacle = (typeof changeObstacles)[number];
