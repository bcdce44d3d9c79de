import { expect, test } from "vitest";
import { readChoice } from "./plan-choice.ts";
import { readPlansQuery, queryError } from "./plans-query.ts";

const today = "2026-11-21";
const query = (text: string) => new URLSearchParams(text);

test("the plans page reads the query that the home search sends", () => {
  expect(readPlansQuery(query("location=Mountain+View&from=2026-12-01&until=2027-02-28"))).toEqual({
    location: "Mountain View",
    from: "2026-12-01",
    until: "2027-02-28",
    hasUnreadableDate: false,
  });
});

test("the plans page counts months if the form without script sends them", () => {
  expect(readPlansQuery(query("location=san+mateo,+CA&from=2026-12-01&months=3"))).toMatchObject({
    location: "San Mateo",
    until: "2027-02-28",
  });
});

test.each([
  ["", "location_missing"],
  ["location=Oakland&from=2026-12-01&until=2027-02-28", "location_missing"],
  ["location=Fremont", "dates_missing"],
  ["location=Fremont&from=2026-02-30&until=2027-02-28", "date_unreadable"],
  ["location=Fremont&from=2026-11-20&until=2027-02-28", "pickup_past"],
  ["location=Fremont&from=2026-12-01&until=2026-12-10", "too_short"],
  ["location=Fremont&from=2026-12-01&until=2028-12-01", "too_long"],
  ["location=Fremont&from=2026-12-01&until=2027-02-28", undefined],
])("the query %s gets the error %s", (text, error) => {
  expect(queryError(readPlansQuery(query(text)), today)).toBe(error);
});

test.each([
  ["tier=economy", "tier_sold_out"],
  ["tier=gold", "tier_missing"],
  ["", "tier_missing"],
])("the choice with %s is refused", (tier, problem) => {
  expect(readChoice(query(`location=Fremont&from=2026-12-01&until=2027-02-28&${tier}`), today)).toMatchObject(
    {
      problem,
      back: "/pricing-tiers?location=Fremont&from=2026-12-01&until=2027-02-28",
    },
  );
});
