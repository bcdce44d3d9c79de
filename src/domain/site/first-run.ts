import { can, type Permission, type RightsHolder } from "#domain/people/permissions.ts";

/** The steps of a business before its first renter; one of a step's permissions is enough to do it. */
export const firstRunSteps = {
  name: ["all"],
  payment: ["all"],
  test_email: ["all"],
  second_administrator: ["manage_users"],
  fleet: ["manage_cars", "upload_data"],
  backup: ["all"],
} as const satisfies Record<string, readonly Permission[]>;

export type FirstRunStep = keyof typeof firstRunSteps;
export const firstRunStepNames = Object.keys(firstRunSteps) as [FirstRunStep, ...FirstRunStep[]];

export type FirstRunState = { step: FirstRunStep; isDone: boolean };

/** The steps that a person may do, until all of them are done; none for a read-only person. */
export function stepsFor(holder: RightsHolder, done: ReadonlySet<FirstRunStep>): FirstRunState[] {
  if (holder.isReadOnly) return [];
  const own = firstRunStepNames.filter((step) =>
    firstRunSteps[step].some((permission) => can(holder, permission)),
  );
  return own.every((step) => done.has(step)) ? [] : own.map((step) => ({ step, isDone: done.has(step) }));
}
