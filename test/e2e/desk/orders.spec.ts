import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { Order } from "#contract/orders.ts";
import { addDays } from "#domain/dates.ts";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { admin, openAsAdmin, openAsCustomer, signInAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, today, ways, type Words, wordsIn } from "../fixtures.ts";
import { callsOf, confirmedPerson, placeOrder, typeSignIn } from "../people.ts";
import { setStatus } from "../rentals.ts";

async function placePlanOrder(
  request: APIRequestContext,
  customerEmail: string,
  { inDays = 50, headers = {} }: { inDays?: number; headers?: Record<string, string> } = {},
): Promise<Order> {
  const pickupDate = addDays(today(), inDays);
  const wanted = {
    tier: "standard",
    insurance: "decline",
    pickupDate,
    returnDate: returnDateFor(pickupDate, 1),
  };
  const { total } = (await (await request.post("/api/quotes", { data: wanted })).json()) as { total: string };
  const person = {
    customerName: "Pan Lee",
    customerEmail,
    customerPhone: "650 555 0100",
    location: "Fremont",
    paymentMethod: "paypal",
  };
  const placed = await request.post("/api/orders", {
    headers,
    data: { ...wanted, ...person, totalPrice: total },
  });
  expect(placed.status()).toBe(201);
  return (await placed.json()) as Order;
}

const newAddress = (): string => `desk.${crypto.randomUUID().slice(0, 8)}@mail.example`;
const rowOf = (page: Page, { orderNumber }: Pick<Order, "orderNumber">): Locator =>
  page.getByRole("row").filter({ hasText: orderNumber });
const chinese = wordsIn("zh");

/** The Chinese label, with the English word beside it where the interface is English. */
const both = (
  words: Words,
  key:
    | "admin_orders_status_done"
    | "admin_orders_status_failed"
    | `order_status_${(typeof orderStatuses)[number]}`,
): string => (words[key]() === chinese[key]() ? chinese[key]() : `${chinese[key]()} ${words[key]()}`);

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("an administrator finds an order, sets its status, adds a note and saves the list to a file", async ({
    page,
    words,
    request,
    car,
    scan,
    allow,
    emails,
  }) => {
    test.setTimeout(180_000);
    const email = newAddress();
    const order = await placeOrder(request, car, email);
    await openAsAdmin(page, "/admin/order-management");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_orders_title());
    await expect(page.getByRole("table")).toBeVisible();
    await scanBoth(page, scan);

    await page.getByRole("searchbox").fill(`  ${email.toUpperCase()} `);
    await expect(page).toHaveURL(/search=DESK/);
    const row = rowOf(page, order);
    await expect(row).toBeVisible();
    await expect(page.locator("[data-row]")).toHaveCount(1);
    const status = row.getByLabel(words.admin_orders_status_of({ number: order.orderNumber }));
    expect(await status.locator("option").allInnerTexts()).toEqual(
      orderStatuses.map((one) => both(words, `order_status_${one}`)),
    );

    // A status chosen in the list needs a confirmation: Escape changes nothing.
    const asking = page.getByRole("alertdialog");
    await status.selectOption("in_progress");
    await expect(asking).toContainText(order.orderNumber);
    await scan();
    await page.keyboard.press("Escape");
    await expect(asking).toBeHidden();
    await expect(status).toHaveValue("pending");

    // The email of this change waits: after an undo it is never sent.
    await status.selectOption("in_progress");
    await asking.getByLabel(words.admin_orders_reason()).fill("Handed over in person");
    await asking.getByRole("button", { name: words.admin_orders_status_ask_yes() }).click();
    await expect(status).toHaveValue("in_progress");
    await page.locator(".toast").getByRole("button", { name: words.admin_orders_undo() }).click();
    await expect(page.locator(".toast")).toContainText(words.admin_orders_undone());
    await expect(status).toHaveValue("pending");
    expect(await emails({ recipient: email, kind: "order_in_progress" })).toEqual([]);

    await status.selectOption("confirmed");
    await asking.getByRole("button", { name: words.admin_orders_status_ask_yes() }).click();
    await expect(page.locator(".toast")).toContainText(both(words, "admin_orders_status_done"));
    await expect(page.locator(".toast")).toContainText(order.orderNumber);
    await expect(status).toHaveValue("confirmed");
    await expect
      .poll(async () => (await emails({ recipient: email, kind: "order_confirmed" })).length)
      .toBe(1);

    // With the keyboard only: into the order, another status with a reason, and back to the same place.
    await row.getByRole("button", { name: order.orderNumber }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { level: 2 })).toHaveText(
      words.admin_orders_title_of({ number: order.orderNumber }),
    );
    await expect(page).toHaveURL(new RegExp(`order=${order.id}`));
    await expect(dialog).toContainText(email);
    await scanBoth(page, scan);
    await dialog.getByRole("button", { name: words.admin_orders_set() }).click();
    await expect(dialog).toContainText(words.admin_orders_same_status());
    await dialog.getByLabel(words.admin_orders_new_status()).selectOption("cancelled");
    await dialog.getByLabel(words.admin_orders_reason()).fill("Asked by telephone");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("status").last()).toContainText(
      words.admin_orders_status_set({ status: both(words, "order_status_cancelled") }),
    );
    await expect(dialog.getByRole("list").last()).toContainText("Asked by telephone");
    await expect
      .poll(async () => (await emails({ recipient: email, kind: "order_cancelled" }))[0]?.text)
      .toContain("Asked by telephone");

    const second = await placeOrder(request, car, newAddress());
    allow(/\b409\b/);
    await dialog.getByLabel(words.admin_orders_new_status()).selectOption("confirmed");
    await dialog.getByRole("button", { name: words.admin_orders_set() }).click();
    await expect(dialog.getByRole("alert")).toContainText(
      words.admin_orders_error_taken({ number: second.orderNumber }),
    );
    await expect(page.locator(".toast")).toContainText(both(words, "admin_orders_status_failed"));
    await expect(page.locator(".toast")).toContainText(chinese.admin_orders_status_failed_text());
    await expect(page.locator(".toast")).toContainText(second.orderNumber);
    await scanBoth(page, scan);

    await dialog.getByLabel(words.admin_orders_note()).fill("Called back.\n<b>魏</b>");
    await dialog.getByRole("button", { name: words.admin_orders_note_add() }).click();
    await expect(
      dialog.getByRole("region", { name: words.admin_orders_notes(), exact: true }).locator("li > p"),
    ).toHaveText("Called back.\n<b>魏</b>");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/order=/);
    await expect(row.getByRole("button", { name: order.orderNumber })).toBeFocused();
    await expect(status).toHaveValue("cancelled");

    await status.selectOption("in_progress");
    await asking.getByRole("button", { name: words.admin_orders_status_ask_yes() }).click();
    await expect(asking.getByRole("alert")).toContainText(second.orderNumber);
    await asking.getByRole("button", { name: words.admin_orders_status_ask_no() }).click();
    await expect(status).toHaveValue("cancelled");

    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: words.admin_orders_export() }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(`orders_${today()}.csv`);
    const [header, ...lines] = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
    expect(header).toContain("Order,Status");
    expect(lines).toEqual([expect.stringContaining(order.orderNumber)]);
  });
});

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("filters are in the address, an empty result can be cleared, and another person's change is noticed", async ({
    page,
    words,
    request,
    car,
    scan,
    allow,
  }) => {
    const order = await placeOrder(request, car, newAddress());
    await openAsAdmin(page, "/admin/order-management");
    await page.getByRole("button", { name: both(words, "order_status_pending") }).click();
    await page.getByLabel(words.admin_orders_time(), { exact: true }).selectOption("week");
    await expect(page).toHaveURL("/admin/order-management?status=pending&time=week");
    const row = rowOf(page, order);
    await expect(row).toBeVisible();
    await expect(page.locator("td > span:has(select):not(.badge-pending)")).toHaveCount(0);

    await setStatus(request, order, "confirmed");
    allow(/\b412\b/);
    await row.getByRole("combobox").selectOption("completed");
    const asking = page.getByRole("alertdialog");
    await asking.getByRole("button", { name: words.admin_orders_status_ask_yes() }).click();
    await expect(asking.getByRole("alert")).toContainText(words.admin_orders_error_stale());
    await asking.getByRole("button", { name: words.admin_orders_status_ask_no() }).click();
    await page.getByRole("button", { name: both(words, "order_status_confirmed") }).click();
    await expect(row.getByRole("combobox")).toHaveValue("confirmed");

    await page.getByRole("searchbox").fill("nobody is called this");
    await expect(page.getByText(words.admin_orders_none_found())).toBeVisible();
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.admin_orders_clear() }).click();
    await expect(page).toHaveURL("/admin/order-management");
    await expect(page.getByRole("searchbox")).toHaveValue("");
    await expect(row).toBeVisible();
    await page.getByRole("link", { name: words.admin_orders_back() }).click();
    await expect(page).toHaveURL("/admin/dashboard");
  });

  test("a telephone order is entered for an available car, and blocked days refuse the next one", async ({
    page,
    words,
    car,
    scan,
    emails,
    allow,
  }) => {
    const email = newAddress();
    const pickupDate = addDays(today(), 120);
    await openAsAdmin(page, `/admin/new-order?car=${car.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.new_order_title());
    await expect(page.getByRole("radio", { name: new RegExp(car.name) }).first()).toBeChecked();
    const place = page.getByRole("button", { name: words.new_order_submit() });
    await place.click();
    await expect(page.getByRole("alert").filter({ hasText: words.admin_car_check() })).toBeVisible();
    await expect(page.getByLabel(words.request_pickup(), { exact: true })).toBeFocused();
    await page.getByLabel(words.request_pickup(), { exact: true }).fill(pickupDate);
    await page.getByLabel(words.request_return(), { exact: true }).fill(returnDateFor(pickupDate, 1));
    await expect(page.getByText(words.common_line_total())).toBeVisible();
    await page.getByLabel(words.request_name(), { exact: true }).fill("Tel Caller");
    await page.getByLabel(words.request_email(), { exact: true }).fill(email);
    await page.getByLabel(words.request_place(), { exact: true }).fill("1 Main Street");
    await scanBoth(page, scan);
    await place.click();
    await expect(page).toHaveURL(/\/admin\/order-management\?order=/);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Tel Caller").first()).toBeVisible();
    await expect
      .poll(async () => (await emails({ recipient: email })).map(({ kind }) => kind))
      .toEqual(["order_received"]);

    await page.goto(`/admin/edit-car/${car.id}`);
    const block = page.getByRole("button", { name: words.admin_calendar_block() });
    const [from, until, reason] = [
      words.admin_calendar_from(),
      words.admin_calendar_until(),
      words.admin_calendar_reason(),
    ].map((label) => page.getByLabel(label, { exact: true }));
    await from?.fill(addDays(pickupDate, 1));
    await until?.fill(pickupDate);
    await reason?.fill("Tyres");
    await block.click();
    await expect(page.getByText(words.admin_calendar_error_order())).toBeVisible();
    await until?.fill(addDays(pickupDate, 1));
    allow(/\b409\b/);
    await block.click();
    await expect(page.getByRole("alert").filter({ hasText: words.admin_calendar_taken() })).toBeVisible();
    await from?.fill(addDays(pickupDate, -3));
    await until?.fill(addDays(pickupDate, -2));
    await block.press("Enter");
    const giveBack = page.getByRole("button", { name: words.admin_calendar_unblock({ reason: "Tyres" }) });
    await expect(giveBack).toBeVisible();
    await scanBoth(page, scan);
    await giveBack.press("Enter");
    await expect(giveBack).toBeHidden();
  });
});

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("an administrator who signs in lands on the dashboard", async ({ page, words }) => {
    await page.goto("/signin");
    await typeSignIn(page, words, admin);
    await expect(page).toHaveURL("/admin/dashboard");
  });

  test("Escape keeps a note that an administrator has typed", async ({ page, words, request }) => {
    const order = await placePlanOrder(request, newAddress());
    await openAsAdmin(page, `/admin/order-management?order=${order.id}`);
    const dialog = page.getByRole("dialog");
    const note = dialog.getByLabel(words.admin_orders_note());
    await note.fill("Calls back at noon");
    const asked = page.getByRole("alertdialog", { name: words.admin_typed_title() });
    for (let time = 1; time <= 2; time++) {
      await note.press("Escape");
      await asked.getByRole("button", { name: words.admin_typed_keep() }).click();
      await expect(note).toHaveValue("Calls back at noon");
    }
    await dialog.getByRole("button", { name: words.common_close(), exact: true }).click();
    await asked.getByRole("button", { name: words.admin_typed_discard() }).click();
    await expect(dialog).toBeHidden();
  });

  test("an administrator gives a plan order an available car that serves the plan", async ({
    page,
    words,
    request,
    scan,
    emails,
  }) => {
    const email = newAddress();
    // The order is so far ahead that no other journey has the car then.
    const order = await placePlanOrder(request, email, { inDays: 560 });
    await openAsAdmin(page, `/admin/order-management?order=${order.id}`);
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(words.admin_orders_no_car());
    await dialog.getByRole("button", { name: words.admin_orders_choose_car() }).click();
    const cars = dialog.getByRole("group", { name: words.admin_orders_free_cars() });
    await expect(cars).toBeVisible();
    await scanBoth(page, scan);
    const all = await cars.getByRole("radio").count();
    const label = await cars.locator("label").nth(1).innerText();
    await dialog.getByLabel(words.new_order_car_words()).fill(label.split(" · ").at(-1) ?? "");
    // A car of another journey may have the same name.
    await expect(cars.getByRole("radio")).not.toHaveCount(all);
    await cars.getByRole("radio").first().check();
    await dialog.getByRole("button", { name: words.admin_orders_give_car() }).click();
    await expect(page.locator(".toast")).toContainText(words.admin_orders_car_given());
    await expect(dialog.getByRole("button", { name: words.admin_orders_other_car() })).toBeVisible();
    await expect(dialog).not.toContainText(words.admin_orders_no_car());
    await expect.poll(async () => (await emails({ recipient: email, kind: "order_car" })).length).toBe(1);
  });
});

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("the dashboard's alerts can be marked as noted, and every tab shows its numbers", async ({
    page,
    words,
    request,
    scan,
  }) => {
    test.setTimeout(240_000);
    // The order waits first for the confirmation of its address.
    const renter = await confirmedPerson(request);
    const headers = await callsOf(request, renter);
    const plan = await placePlanOrder(request, renter.email, { headers });
    await openAsAdmin(page, "/admin");
    await expect(page).toHaveURL("/admin/dashboard");
    const alerts = page.getByRole("region", { name: words.admin_alerts() });
    const note = alerts.getByRole("button", { name: /plan order|套餐订单|方案订单/ });
    // Alerts of other journeys may come before this one.
    await alerts.getByRole("listitem").first().waitFor();
    const all = alerts.getByRole("button", {
      name: new RegExp(words.admin_alerts_all({ count: 0 }).replace("0", "\\d+")),
    });
    if (await all.count()) await all.click();
    await expect(note).toBeVisible();
    await expect(page.locator(".head-figures dt")).toHaveCount(4);
    await expect(page.locator(".overview .stats dt")).toHaveCount(8);
    await expect(page.locator(".chart")).toHaveCount(3);
    await expect(
      page.getByRole("link", { name: words.admin_act_order_placed({ name: plan.orderNumber }) }),
    ).toHaveAttribute("href", new RegExp(plan.id));
    await page.getByText(words.admin_chart_table({ title: words.admin_chart_orders() })).click();
    await expect(page.locator(".chart").first().getByRole("table").getByRole("row")).toHaveCount(13);
    await scanBoth(page, scan);
    await expect(async () => {
      if (await note.count()) await note.first().click();
      await expect(note).toHaveCount(0, { timeout: 3000 });
    }).toPass();

    const heads = {
      orders: words.admin_dash_tab_orders(),
      users: words.admin_dash_tab_users(),
      vehicles: words.admin_dash_tab_vehicles(),
      trips: words.admin_dash_tab_trips(),
      finance: words.admin_dash_tab_finance(),
      reports: words.admin_dash_tab_reports(),
    };
    const tabs = page.getByRole("tablist", { name: words.admin_dash_tabs() });
    await tabs.getByRole("tab", { name: words.admin_dash_tab_overview() }).focus();
    const shown = {
      orders: page.getByRole("searchbox"),
      users: page.getByText("customer@longbay.example").first(),
      vehicles: page.getByRole("term").filter({ hasText: words.admin_vehicles_applications() }),
      trips: page.getByRole("heading", { name: words.admin_trips_pickups() }),
      finance: page.getByRole("link", { name: words.finance_open() }),
      reports: page.getByRole("heading", { name: words.admin_report_funnel() }),
    };
    for (const tab of ["orders", "users", "vehicles", "trips", "finance", "reports"] as const) {
      const handle = tabs.getByRole("tab", { name: heads[tab] });
      // A key pressed before the previous tab is drawn would go one tab too far.
      await expect(async () => {
        if ((await handle.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowRight");
        await expect(handle).toHaveAttribute("aria-selected", "true", { timeout: 5000 });
      }).toPass();
      await expect(handle).toBeFocused();
      await expect(page).toHaveURL(`/admin/dashboard?tab=${tab}`);
      await expect(shown[tab]).toBeVisible();
      await expect(page.getByRole("button", { name: words.admin_orders_export() })).toHaveCount(
        tab === "orders" ? 1 : 0,
      );
      await scanBoth(page, scan);
    }
    for (const name of ["months", "cities", "categories", "utilisation", "funnel", "subscriptions"]) {
      const saving = page.waitForEvent("download");
      await page.locator(`#report-${name}`).locator("xpath=ancestor::header").getByRole("button").click();
      expect((await saving).suggestedFilename()).toBe(`${name}_${today()}.csv`);
    }
    await page.reload();
    await expect(shown.reports).toBeVisible();
  });
});

test("only administrators may open the back office, and others are redirected with an explanation", async ({
  page,
  words,
  anotherVisitor,
}) => {
  const visitor = await anotherVisitor();
  await visitor.goto("/admin/dashboard");
  await expect(visitor).toHaveURL("/login?redirect=/admin/dashboard");
  await visitor.goto("/admin/order-management");
  await expect(visitor).toHaveURL("/signin?redirect=/admin/order-management");
  expect(await (await visitor.request.get("/admin/dashboard")).text()).toContain(words.admin_redirecting());
  await signInAsAdmin(visitor, words, "/admin/order-management");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(words.admin_orders_title());

  await openAsCustomer(page, "/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_denied_title());
  await expect(page.getByRole("main")).toContainText(words.admin_redirecting());
  await expect(page.locator(".toast")).toContainText(
    "You don't have permission to access the admin dashboard.",
  );
  await expect(page).toHaveURL("/dashboard");
});
