import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { TripHistory } from "./trip-history.tsx";

const paid = (paidOn: string) => ({ id: paidOn, status: "paid", amount: "100.00", method: "cash", paidOn });

it("a trip's events are listed by Los Angeles time, with payments at the end of their day", () => {
  const order = {
    // Placed at 5:18 PM on March 5 in Los Angeles, March 6 in UTC. Confirmed before the payment of March 6.
    history: [
      { at: "2026-03-06T01:18:00.000Z", by: "renter", from: null, to: "pending" },
      { at: "2026-03-06T11:18:00.000Z", by: "longbay", from: "pending", to: "confirmed" },
      { at: "2026-03-13T17:20:00.000Z", by: "longbay", from: "confirmed", to: "in_progress" },
    ],
    changes: [],
    documents: [{ kind: "agreement", issuedAt: "2026-03-07T04:00:00.000Z" }],
    payments: [paid("2026-03-06"), paid("2026-03-12")],
    refunds: [],
  } as unknown as OwnOrderDetail;
  const page = renderToStaticMarkup(<TripHistory order={order} />);
  expect([...page.matchAll(/<b>([^<]*)<\/b>/g)].map(([, what]) => what)).toEqual([
    "In Progress",
    "Paid $100.00",
    "Paid $100.00",
    "Agreement signed",
    "Confirmed",
    "Pending",
  ]);
});
