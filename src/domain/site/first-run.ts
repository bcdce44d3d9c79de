import { can, type Permission, type RightsHolder } from "#domain/people/permissions.ts";

/** What a business does before its first renter, with the permissions of which one is enough to do it. */
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

/** The steps that somebody may do, for as long as one of them is left; nothing once all are done, or for whoever only reads. */
export function stepsFor(holder: RightsHolder, done: ReadonlySet<FirstRunStep>): FirstRunState[] {
  if (holder.isReadOnly) return [];
  const own = firstRunStepNames.filter((step) =>
    firstRunSteps[step].some((permission) => can(holder, permission)),
  );
  return own.every((step) => done.has(step)) ? [] : own.map((step) => ({ step, isDone: done.has(step) }));
}
