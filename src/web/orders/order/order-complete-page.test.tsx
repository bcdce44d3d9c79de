// @vitest-environment happy-dom
import { usualRetention } from "#domain/retention.ts";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { embeddedSignIn, scopeContext } from "#web/site-settings.ts";
import { loader } from "./order-complete-page.tsx";
import { OrderNotFound } from "#web/layout/order-not-found.tsx";

/** Runs the page's loader against an API that gives this answer. Returns also which paths the loader called. */
async function load(address: string, answer: Response) {
  const asked: string[] = [];
  const context = new RouterContextProvider();
  context.set(scopeContext, {
    language: "en",
    today: "2026-11-21",
    firstPickupDay: "2026-11-21",
    nonce: "",
    retention: usualRetention,
    publicUrl: "http://localhost",
    signIn: embeddedSignIn,
    business: {
      email: "",
      phone: "",
      hours: [],
      includesCollision: false,
      hostSharePercent: 80,
      hostHoldDays: 14,
      tellsHowToPay: true,
    },
    apiFetch: (path) => (asked.push(path), Promise.resolve(answer)),
  });
  const request = new Request(`http://localhost${address}`);
  const result = await loader({
    request,
    context,
    params: {},
    url: new URL(request.url),
    pattern: "/order-complete",
  });
  return { asked, status: result.init?.status, order: result.data.order };
}

test.each([
  "/order-complete",
  "/order-complete?tier=standard&total=0.01&paymentMethod=paypal&firstName=Paid",
])("the address %s confirms no order", async (address) => {
  expect(await load(address, Response.json({}))).toEqual({ asked: [], status: 404, order: undefined });
});

test("an unknown order is answered as not found", async () => {
  const { asked, status, order } = await load(
    "/order-complete?order=../cars&paid=yes",
    new Response("{}", { status: 404 }),
  );
  expect({ asked, status, order }).toEqual({
    asked: ["/api/orders/..%2Fcars"],
    status: 404,
    order: undefined,
  });
});

test("a failing server is not answered as a missing order", async () => {
  await expect(load("/order-complete?order=1", new Response("{}", { status: 503 }))).rejects.toThrow("503");
});

test("the page without an order says that it wasn't found", () => {
  const Page = createRoutesStub([{ path: "/", Component: OrderNotFound }]);
  expect(renderToString(<Page />)).toContain("Order not found");
});
