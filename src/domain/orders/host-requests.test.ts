import { describe, expect, it } from "vitest";
import {
  askedColumns,
  hostAnswersUntil,
  type HostView,
  hostViewOf,
  isBackAtAdmins,
  isShareableName,
  emptyRequestColumns,
  type RequestColumns,
  requestColumnsIn,
  requestOutcomes,
  waitsForHost,
} from "./host-requests.ts";
import { hostNoticeOf, unplacedOrder } from "./host-notices.ts";
import { isActive, type OrderStatus, orderStatuses } from "./lifecycle.ts";

const hour = 3_600_000;
const day = 24 * hour;
const at = Date.parse("2026-12-01T20:00:00Z");
const fresh = {
  ...emptyRequestColumns,
  status: "pending" as OrderStatus,
  source: "request" as const,
  hostId: "host" as string | null,
  emailConfirmedAt: new Date(at) as Date | null,
  pickupDate: "2026-12-20",
  pickupTime: "10:00",
};
const asked = { ...fresh, hostAskedAt: new Date(at) };

describe("a host's time to answer", () => {
  it("a host has 24 hours to answer, and never longer than until the pickup", () => {
    expect(hostAnswersUntil(at, fresh)).toEqual(new Date(at + day));
    const soon = { pickupDate: "2026-12-02", pickupTime: "09:00" };
    expect(hostAnswersUntil(at, soon)).toEqual(new Date("2026-12-02T17:00:00Z"));
    expect(hostAnswersUntil(at, { ...soon, pickupDate: "2026-12-01" })).toEqual(new Date(at + day));
  });

  it("a host's time to answer begins when the renter's address is confirmed", () => {
    expect(askedColumns(fresh, new Date(at))).toMatchObject({
      hostAskedAt: new Date(at),
      hostAnswer: null,
      expiresAt: new Date(at + day),
    });
    for (const other of [{ emailConfirmedAt: null }, { hostId: null }])
      expect(askedColumns({ ...fresh, ...other }, new Date(at))).toBeUndefined();
  });
});

describe("the outcome of a request", () => {
  it("a request's outcome is saved when its order stops waiting, and cleared when it waits again", () => {
    for (const status of orderStatuses.filter((one) => one !== "pending")) {
      const usual = requestColumnsIn(status, asked, new Date(at));
      expect(usual).toEqual({
        hostAnsweredAt: new Date(at),
        hostAnswer: status === "cancelled" ? "declined" : "accepted",
      });
      const given = { answer: "declined", reason: "repair", words: "Brakes" } as const;
      const answered = { ...asked, ...requestColumnsIn(status, asked, new Date(at), given), status };
      expect(answered).toMatchObject({ declineReason: "repair", declineWords: "Brakes" });
      expect(requestColumnsIn(status, answered, new Date(at + 1))).toEqual({});
      expect(requestColumnsIn("pending", answered, new Date(at + hour))).toEqual({
        ...emptyRequestColumns,
        hostAskedAt: new Date(at + hour),
      });
    }
    expect(requestColumnsIn("confirmed", fresh, new Date(at))).toMatchObject({ hostAnswer: "booked" });
    expect(requestColumnsIn("confirmed", { ...fresh, hostId: null }, new Date(at))).toEqual({});
  });
});

const end = at + 40 * day;
const seen = {
  ...asked,
  tripStartedAt: null as Date | null,
  tripCompletedAt: null as Date | null,
  carBackAt: null as Date | null,
  isCarOut: false,
  returnDate: "2027-01-20",
  returnTime: "10:00",
};

/** Every state of an order, and hours around the end of its rental. */
const standings = orderStatuses.flatMap((status) =>
  [null, "host"].flatMap((hostId) =>
    [null, new Date(at)].flatMap((hostAskedAt) =>
      [null, ...requestOutcomes].flatMap((hostAnswer) =>
        [null, new Date(at + 20 * day)].flatMap((begun) =>
          [false, true].flatMap((isOut) =>
            [-day, 0, 7 * day - 1, 7 * day, 400 * day].map((after) => {
              const isOver = status === "completed";
              const isCarOut = isOver && isOut;
              return {
                after,
                order: {
                  ...seen,
                  status,
                  hostId,
                  hostAskedAt,
                  hostAnswer,
                  tripStartedAt: isOver ? new Date(at + 20 * day) : begun,
                  tripCompletedAt: isOver ? new Date(end - day) : null,
                  carBackAt: isOver && !isCarOut ? new Date(end) : null,
                  isCarOut,
                },
              };
            }),
          ),
        ),
      ),
    ),
  ),
);

/** The same rule, written a second time. */
function expectedView({ order, after }: (typeof standings)[number]): HostView | undefined {
  const { hostId, status, hostAskedAt, hostAnswer, tripStartedAt, isCarOut } = order;
  if (hostId === null) return "nothing";
  if (status === "pending" && hostAnswer === "accepted") return "renter";
  if (status === "pending") return hostAskedAt === null ? "nothing" : "request";
  if (isActive(status)) return "renter";
  if (status === "completed") return isCarOut || after < 7 * day ? "renter" : "request";
  if (tripStartedAt !== null) return undefined;
  return hostAskedAt === null && hostAnswer === null ? "nothing" : "request";
}

describe("a host's view of an order", () => {
  it("a host sees the renter's details from accepting until 7 days after the end, else a first name", () => {
    const judged = standings.filter((standing) => expectedView(standing) !== undefined);
    expect(judged.length).toBeGreaterThan(1000);
    expect(judged.filter((one) => hostViewOf(one.order, end + one.after) !== expectedView(one))).toEqual([]);
  });

  it("a host sees the renter until 7 days after the return date of a canceled running rental", () => {
    const order = { ...seen, status: "cancelled" as const, tripStartedAt: new Date(at) };
    const returned = Date.parse("2027-01-20T18:00:00Z");
    expect(hostViewOf(order, returned + 7 * day - 1)).toBe("renter");
    expect(hostViewOf(order, returned + 7 * day)).toBe("request");
  });

  it("a host sees no email address or number that was typed as a first name", () => {
    expect(["Wei", "Wei Lin", "O'Neil 2"].every(isShareableName)).toBe(true);
    expect(["wei@example.com", "650 555 0134", "Wei 6505550134"].some(isShareableName)).toBe(false);
  });
});

describe("a host's notices", () => {
  const standing = (status: OrderStatus, columns: Partial<RequestColumns> = {}) => ({
    ...asked,
    status,
    ...columns,
  });
  const waiting = standing("pending");

  it("a host's notice follows an order's move, and is never about the host's own action", () => {
    const booked = standing("confirmed", { hostAskedAt: null, hostAnswer: "booked" });
    expect(hostNoticeOf(unplacedOrder, waiting, false)).toBe("asked");
    expect(hostNoticeOf(unplacedOrder, { ...waiting, hostId: null }, false)).toBeUndefined();
    expect(hostNoticeOf(unplacedOrder, booked, false)).toBe("booked");
    const accepted = standing("confirmed", { hostAnswer: "accepted" });
    expect(hostNoticeOf(waiting, accepted, true)).toBeUndefined();
    expect(hostNoticeOf(waiting, accepted, false)).toBe("accepted_for_you");
    for (const hostAnswer of ["lapsed", "withdrawn"] as const)
      expect(hostNoticeOf(waiting, standing("cancelled", { hostAnswer }), false)).toBe(hostAnswer);
    const declined = standing("cancelled", { hostAnswer: "declined" });
    expect(hostNoticeOf(waiting, declined, true)).toBeUndefined();
    expect(hostNoticeOf(waiting, declined, false)).toBe("declined_for_you");
    expect(hostNoticeOf(accepted, standing("cancelled", { hostAnswer: "accepted" }), false)).toBe(
      "cancelled",
    );
    expect(hostNoticeOf(declined, waiting, false)).toBe("asked");
    const unpaid = standing("pending", { hostAnswer: "accepted" });
    expect(hostNoticeOf(waiting, unpaid, true)).toBeUndefined();
    expect(hostNoticeOf(unpaid, accepted, false)).toBe("booked");
    expect(hostNoticeOf(unpaid, standing("cancelled", { hostAnswer: "accepted" }), false)).toBe("unpaid");
    expect(
      hostNoticeOf(accepted, standing("in_progress", { hostAnswer: "accepted" }), false),
    ).toBeUndefined();
    expect(hostNoticeOf(standing("pending", { hostAskedAt: null }), declined, false)).toBeUndefined();
  });

  it("a host may answer only a waiting order", () => {
    for (const status of orderStatuses)
      for (const hostAnswer of [null, ...requestOutcomes])
        expect(waitsForHost({ ...asked, status, hostAnswer })).toBe(
          status === "pending" && hostAnswer === null,
        );
  });
});

it("a plan's order that a host declined or missed goes back to the back office", () => {
  const answers = ["accepted", "declined", "lapsed", "withdrawn", "booked", null] as const;
  const back = (source: "plan" | "request") =>
    answers.filter((hostAnswer) => isBackAtAdmins({ source, hostAnswer }));
  expect(back("plan")).toEqual(["declined", "lapsed"]);
  expect(back("request")).toEqual([]);
});
