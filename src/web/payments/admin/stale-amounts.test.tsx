// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AdminOrderMoney } from "#contract/admin/payments.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { currentToast } from "#web/ui/toast.ts";
import { OrderPayments } from "./order-payments.tsx";
import { orderMoneyQuery } from "./queries.ts";

const money = {
  instalments: [],
  payments: [
    {
      id: "p1",
      status: "paid",
      amount: "900.00",
      method: "bank_transfer",
      paidOn: "2027-03-01",
      reference: "R-1",
      by: "Ana",
      mayCorrect: true,
    },
  ],
  refunds: [],
  chargebacks: [],
  chargeableAgain: [],
  closedMonths: [],
  writeOffs: [],
  writableOff: "0.00",
  isDecidedByOthers: false,
  refundable: "900.00",
  balance: "0.00",
  dueNow: "0.00",
  leftToPay: "0.00",
  credit: "0.00",
} as unknown as AdminOrderMoney;

const refusal = (code: string, fields?: object) =>
  Response.json({ code, message: "The server’s sentence.", error: "", fields }, { status: 422 });

let root: Root;
let page: HTMLElement;
let answer: () => Response;
let refundable: string;
/** What is new about the order's money when it is read. */
let now: Partial<AdminOrderMoney>;
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  refundable = "100.00";
  now = {};
  vi.stubGlobal("fetch", async (path: string, { method }: { method?: string }) => {
    if (method !== "GET") return answer();
    return path.endsWith("/money") ? Response.json({ ...money, refundable, ...now }) : Response.json([]);
  });
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  cache.setQueryData(currentUserQuery.queryKey, {
    isAdmin: true,
    adminPermissions: ["manage_payments"],
  } as never);
  cache.setQueryData(orderMoneyQuery("7").queryKey, money);
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  await act(async () =>
    root.render(
      <QueryClientProvider client={cache}>
        <OrderPayments orderId="7" />
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

const fill = (id: string, text: string) => {
  const field = page.querySelector<HTMLInputElement>(`[id="${id}"]`);
  if (!field) throw new Error(`There is no ${id}`);
  field.value = text;
};
const send = (id: string) =>
  act(async () => page.querySelector(`[id="${id}"]`)?.closest("form")?.requestSubmit());
const shows = (words: string) => act(async () => vi.waitFor(() => expect(page.textContent).toContain(words)));

test("a form refused for its amount shows the new highest amount", async () => {
  answer = () => refusal("refund_above_paid", { amount: { code: "refund_above_paid", message: "" } });
  expect(page.textContent).toContain("$900");
  fill("refund-amount", "500");
  fill("refund-reason", "Came back early");
  await send("refund-amount");
  await shows(m.adjust_error_above_most());
  const field = page.querySelector<HTMLInputElement>("#refund-amount");
  expect(field?.value).toBe("500");
  fill("refund-amount", "80");
  await act(async () => field?.dispatchEvent(new Event("input", { bubbles: true })));
  await shows("$100");
});

test("a form stays as it is while the server is away", async () => {
  answer = () => new Response("", { status: 502 });
  fill("refund-amount", "500");
  fill("refund-reason", "Came back early");
  await send("refund-amount");
  await shows(m.session_failure_network());
  expect(page.textContent).not.toContain("$100");
});

const openCorrection = () =>
  act(async () => {
    const details = page.querySelector<HTMLDetailsElement>("li details");
    if (details) details.open = true;
    details?.dispatchEvent(new Event("toggle"));
  });

test("a correction that waits for a second person says so, and the order's renter can't decide it", async () => {
  const correction = { id: "c1", kind: "take_back", status: "awaiting_approval", mayApprove: true };
  now = {
    payments: money.payments.map((payment) => ({ ...payment, mayCorrect: false, correction })),
  } as Partial<AdminOrderMoney>;
  answer = () => Response.json({ ...money, ...now });
  await openCorrection();
  fill("correct-p1-reason", "It never came");
  await send("correct-p1-reason");
  await vi.waitFor(() => expect(currentToast()?.title).toBe(m.admin_pay_correction_waits()));
  const decline = () =>
    [...page.querySelectorAll("button")].find(
      ({ textContent }) => textContent === m.admin_pay_refund_decline(),
    );
  await act(async () => vi.waitFor(() => expect(decline()).toBeDefined()));
  now = { ...now, isDecidedByOthers: true };
  await act(async () => decline()?.click());
  await act(async () => vi.waitFor(() => expect(decline()).toBeUndefined()));
});

test("a payment can't be moved to an unknown order, and the error stands at the number's field", async () => {
  answer = () => refusal("order_not_found");
  await openCorrection();
  await act(async () => {
    const kind = page.querySelector<HTMLSelectElement>("#correct-kind-p1");
    if (!kind) throw new Error("There is no kind");
    kind.value = "move";
    kind.dispatchEvent(new Event("change", { bubbles: true }));
  });
  fill("correct-p1-order", "LB-404");
  fill("correct-p1-reason", "Wrong order");
  await send("correct-p1-order");
  await shows(m.adjust_error_order());
  const field = page.querySelector<HTMLInputElement>("[id=correct-p1-order]");
  expect(field?.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  expect(page.textContent).not.toContain("The server’s sentence.");
});
