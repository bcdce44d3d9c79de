import { Refusal } from "#contract/errors.ts";
import type { ChangeObstacle } from "#domain/changes/obstacles.ts";

const words: Record<ChangeObstacle, string> = {
  not_now: "This order can't be changed this way right now.",
  too_late: "It's too late for this change. Please contact us.",
  waiting: "This order has an open request. Please withdraw it first.",
  offered: "The renter hasn't answered our offer of another car yet. Please withdraw it first.",
  past_due: "A payment for this order is long overdue. Please make it first.",
  longest: "This rental is already as long as a rental can be.",
  no_sooner: "With the notice an early return needs, the rental wouldn't end any sooner.",
  recorded:
    "The keys of this car have been handed over, and its miles are counted. Please offer the renter another car instead, which takes over while the rental runs.",
  host_first: "A host is asked before their car is promised. Please choose one of our cars.",
};

/** The refusal of a change, by what prevents it; `message` gives more details. */
export const changeRefused = (obstacle: ChangeObstacle, message = words[obstacle]): Refusal =>
  new Refusal("change_not_possible", message, { obstacle });
