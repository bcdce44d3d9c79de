import type { HostCar } from "#contract/host-cars.ts";
import { hasExpired, isBeingChecked, tellBefore } from "#domain/cars/host/papers.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";

/** The next step of a host for a car, the most urgent first. `on` is the day of the step. */
export const hostStepKinds = [
  "paper_over",
  "declined",
  "paper_ends",
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

/** The steps that a host's cars need, at most one for each car. */
export function hostSteps(cars: readonly HostCar[], today: IsoDate): HostStep[] {
  const soon = addDays(today, tellBefore[0]);
  const steps = cars.flatMap((car): HostStep[] => {
    const lastDay = isOnTheRoad(car) ? lastDayOf(car, today) : undefined;
    if (lastDay && hasExpired(lastDay, today)) return [{ kind: "paper_over", car, on: lastDay }];
    if (car.state === "declined") return [{ kind: "declined", car }];
    if (lastDay && lastDay <= soon) return [{ kind: "paper_ends", car, on: lastDay }];
    if (car.state === "listed" && car.reason) return [{ kind: "changes_declined", car }];
    if (car.state === "draft" || car.state === "paused" || car.state === "submitted")
      return [{ kind: car.state, car }];
    return [];
  });
  return steps.toSorted((a, b) => hostStepKinds.indexOf(a.kind) - hostStepKinds.indexOf(b.kind));
}
