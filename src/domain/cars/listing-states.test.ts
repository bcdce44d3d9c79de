import { expect, it } from "vitest";
import { hostActions, isDeletable, listingStates, stateAfter } from "./listing-states.ts";

it("a host may take each action only from these states", () => {
  const allowed = hostActions.flatMap((action) =>
    listingStates.flatMap((state) => {
      const to = stateAfter(action, state);
      return to === undefined ? [] : [`${action}: ${state} to ${to}`];
    }),
  );
  expect(allowed).toEqual([
    "submit: draft to submitted",
    "submit: submitted to submitted",
    "submit: declined to submitted",
    "pause: listed to paused",
    "pause: paused to paused",
    "resume: listed to listed",
    "resume: paused to listed",
    "retire: listed to retired",
    "retire: paused to retired",
    "retire: retired to retired",
  ]);
});

it("only a car that was never listed may be deleted", () => {
  expect(listingStates.filter(isDeletable)).toEqual(["draft", "submitted", "declined"]);
});
