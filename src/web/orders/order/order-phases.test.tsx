import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { m } from "#web/paraglide/messages.js";
import { OrderPhases } from "./order-phases.tsx";

it("a plan's order promises an answer before its pickup, and no number of hours", () => {
  const order = {
    status: "pending",
    source: "plan",
    createdAt: "2026-11-21T20:00:00.000Z",
    pickupDate: "2026-12-01",
    pickupTime: "10:00",
    returnDate: "2026-12-31",
    returnTime: "10:00",
  } as unknown as Order;
  const shown = renderToStaticMarkup(<OrderPhases order={order} />);
  expect(shown).toContain(m.order_before_pickup());
  expect(shown).not.toMatch(/24 hours/);
});
