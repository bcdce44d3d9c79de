import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import { noticeOn } from "./notices.ts";

const dueOn = "2027-03-01";

describe("the notice of an unpaid installment", () => {
  it.each([
    [-4, undefined, undefined],
    [-3, "soon", undefined],
    [-1, "soon", undefined],
    [0, "due", undefined],
    [1, "overdue_1", "overdue_1"],
    [2, "overdue_1", "overdue_1"],
    [3, "overdue_3", "overdue_3"],
    [5, "overdue_5", "overdue_5"],
    [7, "overdue_5", "overdue_5"],
    [8, "past_due", "past_due"],
    [60, "past_due", "past_due"],
  ])("the notice %i days after the due date is %s, or %s for a first installment", (days, kind, ofFirst) => {
    const today = addDays(dueOn, days);
    expect(noticeOn({ dueOn, isSent: false }, today)).toBe(kind);
    expect(noticeOn({ dueOn, isSent: true }, today)).toBe(ofFirst);
  });
});
