import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasDrivenEnough, isOldEnough, licenceDateErrors, yearsBetween } from "./licence.ts";
import { statusOn } from "./verification.ts";

describe("an age", () => {
  it.each([
    ["2005-11-22", "2026-11-21", 20],
    ["2005-11-22", "2026-11-22", 21],
    ["2005-11-22", "2026-11-23", 21],
    ["2004-02-29", "2025-02-27", 20],
    ["2004-02-29", "2025-02-28", 21],
    ["2004-02-29", "2028-02-28", 23],
    ["2004-02-29", "2028-02-29", 24],
    ["1999-12-31", "2026-01-01", 26],
  ])("the age of a person born on %s is on %s: %i", (birth, on, years) => {
    expect(yearsBetween(birth, on)).toBe(years);
  });

  it("an age rises by one on each birthday and on no other day", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1930-01-01"), max: new Date("2020-12-31"), noInvalidDate: true }),
        fc.integer({ min: 1, max: 80 }),
        (born, years) => {
          const birth = born.toISOString().slice(0, 10);
          const month = birth.slice(4) === "-02-29" ? "-03-01" : birth.slice(4);
          const after = `${Number(birth.slice(0, 4)) + years}${month}`;
          expect(yearsBetween(birth, after)).toBe(years);
        },
      ),
    );
  });

  it("a person may drive from their 21st birthday on", () => {
    expect([isOldEnough("2005-11-23", "2026-11-22"), isOldEnough("2005-11-22", "2026-11-22")]).toEqual([
      false,
      true,
    ]);
  });
});

describe("years of driving", () => {
  it.each([
    [{ issuedOn: "2024-11-22" }, true],
    [{ issuedOn: "2024-11-23" }, false],
    [{ issuedOn: "2026-01-10", firstIssuedOn: "2015-06-01" }, true],
    [{ issuedOn: "2026-01-10", firstIssuedOn: "2025-06-01" }, false],
    [{ issuedOn: "2020-01-10", firstIssuedOn: null }, true],
  ])("whether a license %j shows enough years of driving: %s", (dates, isEnough) => {
    expect(hasDrivenEnough(dates, "2026-11-22")).toBe(isEnough);
  });
});

describe("a license's dates", () => {
  const good = { birthDate: "1995-04-12", issuedOn: "2022-05-01", expiresOn: "2027-04-12" };
  const today = "2026-11-22";
  it.each([
    [{}, {}],
    [{ birthDate: "2027-01-01" }, { birthDate: "future" }],
    [{ birthDate: "2015-01-01" }, { birthDate: "too_young" }],
    [{ birthDate: "1901-01-01" }, { birthDate: "too_young" }],
    [{ issuedOn: "2026-11-23" }, { issuedOn: "future" }],
    [{ issuedOn: "2005-01-01" }, { issuedOn: "before_birth" }],
    [{ expiresOn: "2022-05-01" }, { expiresOn: "before_issue" }],
    [{ expiresOn: "2026-11-21" }, { expiresOn: "over" }],
    [{ expiresOn: "2026-11-22" }, {}],
    [{ firstIssuedOn: "2023-01-01" }, { firstIssuedOn: "after_issue" }],
    [{ firstIssuedOn: "2013-01-01" }, {}],
    [{ firstIssuedOn: "2001-01-01" }, { firstIssuedOn: "before_birth" }],
    // The person who checks a licence decides that somebody is too young to rent with us.
    [{ birthDate: "2006-01-01", issuedOn: "2024-01-01" }, {}],
  ])("a license with the dates %j has the errors %j", (change, errors) => {
    expect(licenceDateErrors({ ...good, ...change }, today)).toEqual(errors);
  });
});

describe("a verification's status", () => {
  it.each([
    [undefined, "none"],
    [{ state: "draft", validUntil: "2030-01-01" }, "none"],
    [{ state: "submitted", validUntil: "2020-01-01" }, "submitted"],
    [{ state: "declined", validUntil: "2020-01-01" }, "declined"],
    [{ state: "verified", validUntil: "2026-11-22" }, "verified"],
    [{ state: "verified", validUntil: "2026-11-21" }, "expired"],
  ] as const)("the status of a verification %j is %s", (kept, status) => {
    expect(statusOn("2026-11-22", kept)).toBe(status);
  });
});
