import { expect, it } from "vitest";
import { keyAddress, orderAddress } from "./order-address.ts";

const settings = { publicUrl: new URL("https://longbay.example") };
const order = { id: "5f6e1d1c-5d0a-4a53-9d3e-0c1a2b3c4d5e", orderNumber: "LB-57C6-Q75G" };

it("an order's address leads its owner to the trip and a visitor to a new link", () => {
  expect(orderAddress(settings, { ...order, accountId: "somebody" })).toBe(
    `https://longbay.example/dashboard/trips/${order.id}`,
  );
  expect(orderAddress(settings, { ...order, accountId: null })).toBe(
    "https://longbay.example/find-order?orderNumber=LB-57C6-Q75G",
  );
  expect(keyAddress(settings, order, "a key")).toBe(
    `https://longbay.example/order-complete?order=${order.id}&key=a+key`,
  );
});
