import type { RentalError } from "#domain/moving-in/plan.ts";
import type { RowProblem } from "#server/imports/row-reasons.ts";

const messages: Record<RentalError["code"], (values: Record<string, string | number>) => string> = {
  return_before_pickup: () => "must be after pickupDate",
  rental_ended: () => "has passed: only rentals that run or are still to come are moved in",
  too_far: ({ months = 0 }) => `must be within ${months} months of today`,
  instalments_dates: () =>
    "must stand in order of their days: the first by the pickup's month, each other after the pickup and before the return",
  paid_in_future: ({ day = "" }) => `has a payment of ${day}, which has not come yet`,
  balance_differs: ({ given = "", ours = "" }) =>
    `is ${given}, but what is due by these dates less these payments is ${ours}`,
  no_such_car: () => "is no car of the fleet: import the car first",
  hosted_car: () => "is a host's car, whose share other books know: enter this rental by hand",
  car_taken: () => "to returnDate: the car is promised or blocked on some of these days",
  same_days: ({ first = 0 }) => `has the same car as row ${first} on some of its days`,
  own_rental: () => "is your own: ask another administrator to move this rental in",
};

/** Why a rental can't be moved in, with the sentence in English, as for a column. */
export const withMessage = (error: RentalError): RowProblem => ({
  ...error,
  message: messages[error.code](error.values ?? {}),
});
