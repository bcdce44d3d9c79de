import type { HostCar } from "#contract/host-cars.ts";
import { hasExpired, isBeingChecked, tellBefore } from "#domain/cars/host/papers.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";

/** The next step of a host for a car, the most urgent first. `on` is the day of the step. */
export const hostStepKinds = [
  "paper_over",
  "calendar_clash",
  "declined",
  "paper_ends",
  "calendar_failing",
  "changes_declined",
  "draft",
  "paused",
  "submitted",
] as const;
export type HostStep = { kind: (typeof hostStepKinds)[number]; car: HostCar; on?: IsoDate };

const isOnTheRoad = ({ state }: HostCar): boolean => state === "listed" || state === "paused";

/**
 * The earliest last day of a car's papers. Accepted papers count, as on the server; while the next paper is being
 * checked, nothing is left to send.
 */
const lastDayOf = ({ papers }: HostCar, today: IsoDate): IsoDate | undefined =>
  papers
    .filter(({ kind, isAccepted }) => isAccepted && !isBeingChecked(papers, kind, today))
    .map(({ lastDay }) => lastDay)
    .toSorted()[0];

/** The next step of a car's listing, if it needs one. */
function listingSteps(car: HostCar, today: IsoDate): HostStep[] {
  const lastDay = isOnTheRoad(car) ? lastDayOf(car, today) : undefined;
  if (lastDay && hasExpired(lastDay, today)) return [{ kind: "paper_over", car, on: lastDay }];
  if (car.state === "declined") return [{ kind: "declined", car }];
  if (lastDay && lastDay <= addDays(today, tellBefore[0])) return [{ kind: "paper_ends", car, on: lastDay }];
  if (car.state === "listed" && car.reason) return [{ kind: "changes_declined", car }];
  if (car.state === "draft" || car.state === "paused" || car.state === "submitted")
    return [{ kind: car.state, car }];
  return [];
}

/** The next step with the calendars that a car follows: one that has days of an order comes before one that fails. */
function calendarSteps(car: HostCar): HostStep[] {
  // A retired car's calendars are read no longer, and shown nowhere.
  if (car.state === "retired") return [];
  if (car.calendars.clashing > 0) return [{ kind: "calendar_clash", car }];
  return car.calendars.failing > 0 ? [{ kind: "calendar_failing", car }] : [];
}

/** The steps that a host's cars need: for each car at most one of its listing and one of its calendars. */
export function hostSteps(cars: readonly HostCar[], today: IsoDate): HostStep[] {
  const steps = cars.flatMap((car) => [...listingSteps(car, today), ...calendarSteps(car)]);
  return steps.toSorted((a, b) => hostStepKinds.indexOf(a.kind) - hostStepKinds.indexOf(b.kind));
}
