import { formatDate } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { repeatDays } from "#domain/payments/payments.ts";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, today, ways } from "../fixtures.ts";
import { callsOf, emailLink, placeOrder } from "../people.ts";
import { setStatus } from "../rentals.ts";

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("a payment is recorded and partly refunded, and the renter sees both", async ({
    page,
    words,
    request,
    car,
    scan,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    const email = `money.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    const order = await placeOrder(request, car, email);
    await openAsAdmin(page, `/admin/order-management?order=${order.id}`);
    const dialog = page.getByRole("dialog");
    const part = dialog.getByRole("region", { name: words.admin_pay_title() });
    await expect(part.getByText(words.admin_pay_none())).toBeVisible();

    await dialog.getByLabel(words.admin_orders_new_status()).selectOption("confirmed");
    await dialog.getByRole("button", { name: words.admin_orders_set() }).click();
    await expect(part.getByText(words.payments_state_due()).first()).toBeVisible();

    const record = part.getByText(words.admin_pay_record()).first();
    await record.click();
    const amount = part.getByLabel(words.admin_pay_amount());
    await expect(amount).not.toHaveValue("");
    const due = Math.round(Number(await amount.inputValue()) * 100);
    await amount.fill("a lot");
    await part.getByRole("button", { name: words.admin_pay_record() }).click();
    await expect(part.getByText(words.admin_pay_wrong_amount())).toBeVisible();
    await amount.fill((due / 100).toFixed(2));
    await part.getByLabel(words.admin_pay_reference()).fill("银行 123");
    await part.getByRole("button", { name: words.admin_pay_record() }).click();
    await expect(part.getByText(words.payments_state_paid()).first()).toBeVisible();
    await expect(part.getByText("银行 123")).toBeVisible();

    await part.getByText(words.admin_pay_refund(), { exact: true }).first().click();
    await part.getByLabel(words.admin_pay_amount()).last().fill("25");
    await part.getByLabel(words.admin_pay_refund_reason()).fill("车辆晚到");
    await part.getByRole("button", { name: words.admin_pay_refund_send(), exact: true }).click();
    await expect(part.getByText(words.admin_pay_refund_status_approved())).toBeVisible();
    await part
      .getByRole("button", { name: words.admin_pay_refund_paid({ amount: formatMoney(2500, "zh") }) })
      .click();
    await expect(part.getByText(words.admin_pay_refund_status_paid(), { exact: true })).toBeVisible();
    await scanBoth(page, scan);

    await page.goto("/admin/finance");
    const received = page.locator("dl div").filter({ hasText: words.finance_received() });
    await received.getByRole("link").first().click();
    const rows = page.getByRole("region", {
      name: words.finance_rows({ figure: words.finance_received() }),
    });
    await expect(rows.getByRole("link", { name: order.orderNumber }).first()).toBeVisible();
    await expect(
      page
        .getByRole("region", { name: words.finance_transactions() })
        .getByText(words.finance_kind_refund())
        .first(),
    ).toBeVisible();
    await page.locator("dl div").filter({ hasText: words.finance_account_cash() }).getByRole("link").click();
    const moved = page.getByRole("region", {
      name: words.finance_rows({ figure: words.finance_account_cash() }),
    });
    await expect(moved.getByRole("link", { name: order.orderNumber }).first()).toBeVisible();
    const left = page.locator("dl div").filter({ hasText: words.finance_platform_income() });
    await left.getByRole("link").click();
    await expect(page).toHaveURL(/#finance-income$/);
    await scanBoth(page, scan);

    const visitor = await anotherVisitor();
    await visitor.goto(await emailLink(request, email, "order_received"));
    const payments = visitor.getByRole("region", { name: words.payments_title() });
    const language = "zh";
    await expect(payments.getByText(formatMoney(due, language)).first()).toBeVisible();
    await expect(payments.getByText(formatMoney(-2500, language))).toBeVisible();
    await expect(
      payments.getByText(
        words.payments_received({
          date: formatDate(today(), language),
          method: words.payments_method_transfer(),
        }),
      ),
    ).toBeVisible();
    await scan(visitor);
  });
});

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a payment that never arrived is reversed, and the renter may ask for an overpaid amount", async ({
    page,
    words,
    request,
    car,
    scan,
    allow,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    allow(/409.*\/payments|\/payments.*409/);
    const email = `credit.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    const order = await placeOrder(request, car, email);
    await setStatus(request, order, "confirmed");
    await openAsAdmin(page, `/admin/order-management?order=${order.id}`);
    const part = page.getByRole("dialog").getByRole("region", { name: words.admin_pay_title() });
    await part.getByText(words.admin_pay_record()).first().click();
    const amount = part.getByLabel(words.admin_pay_amount()).first();
    const send = part.getByRole("button", { name: words.admin_pay_record() });
    await amount.fill("40");
    await send.click();
    await expect(part.getByText("$40.00").first()).toBeVisible();
    await amount.fill("40");
    await send.click();
    await expect(part.getByText(words.admin_pay_repeated({ days: repeatDays }))).toBeVisible();

    await part.getByText(words.admin_pay_correct(), { exact: true }).click();
    await part.getByRole("button", { name: words.admin_pay_correct_send(), exact: true }).click();
    await expect(part.getByText(words.admin_pay_wrong_reason())).toBeVisible();
    await part.getByLabel(words.admin_pay_refund_reason()).first().fill("The check bounced");
    await part.getByRole("button", { name: words.admin_pay_correct_send(), exact: true }).click();
    await expect(part.getByText(words.admin_pay_taken_back())).toBeVisible();
    await scanBoth(page, scan);

    // Only a little more than the order's price: a larger sum would wait for a second administrator.
    await amount.fill((Number(order.totalPrice) + 100).toFixed(2));
    await expect(part.getByText(/is kept as the renter|kept as the renter’s credit/)).toBeVisible();
    await send.click();
    await expect(part.getByText(words.admin_pay_credit(), { exact: true })).toBeVisible();

    const visitor = await anotherVisitor();
    const { promise: isPressed, resolve: letScriptCome } = Promise.withResolvers<void>();
    await visitor.route(/\/assets\/credit-/, async (route) => {
      await isPressed;
      await route.continue();
    });
    await visitor.goto(await emailLink(request, email, "order_received"));
    await visitor.waitForFunction(() => "longbayIsAwake" in window);
    const giveBack = visitor.getByRole("button", { name: words.payments_credit_return() });
    await giveBack.click();
    await expect(giveBack, "a press before its script is there waits").toHaveAttribute("aria-busy");
    letScriptCome();
    await expect(visitor.getByText(words.payments_to_refund()).first()).toBeVisible();
    await scan(visitor);
  });

  test("a rental that we cancel on its first day is refunded in full", async ({
    page,
    words,
    request,
    car,
  }) => {
    test.setTimeout(180_000);
    const email = `ours.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    const order = await placeOrder(request, car, email, 0);
    await setStatus(request, order, "confirmed");
    const headers = await callsOf(request, admin);
    const payment = { id: crypto.randomUUID(), amount: "100.00", method: "cash", reference: "C-1" };
    const paid = await request.post(`/api/admin/orders/${order.id}/payments`, {
      headers,
      data: { ...payment, paidOn: today() },
    });
    expect(paid.ok(), await paid.text()).toBe(true);

    await openAsAdmin(page, `/admin/order-management?order=${order.id}`);
    const dialog = page.getByRole("dialog");
    const ours = dialog.getByLabel(words.admin_orders_full_refund());
    await expect(dialog.getByLabel(words.admin_orders_new_status())).toBeVisible();
    await expect(ours).toHaveCount(0);
    await dialog.getByLabel(words.admin_orders_new_status()).selectOption("cancelled");
    await ours.check();
    await dialog.getByRole("button", { name: words.admin_orders_set() }).click();
    const part = dialog.getByRole("region", { name: words.admin_pay_title() });
    await expect(part.getByText(words.admin_pay_refund_status_approved())).toBeVisible();
    await expect(part.getByText(formatMoney(10_000, "en")).first()).toBeVisible();
    await expect(part.getByText(words.payments_kept())).toHaveCount(0);
  });

  test("the debt of an ended rental is written off, demanded again and written off at last", async ({
    page,
    words,
    request,
    car,
    scan,
    anotherVisitor,
  }) => {
    test.setTimeout(240_000);
    const email = `owes.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    const order = await placeOrder(request, car, email);
    await setStatus(request, order, "confirmed", "in_progress", "completed");
    await openAsAdmin(page, `/admin/order-management?order=${order.id}`);
    const part = page.getByRole("dialog").getByRole("region", { name: words.admin_pay_title() });
    await part.getByText(words.admin_pay_write_off(), { exact: true }).click();
    const button = page.getByRole("button", { name: words.admin_pay_write_off_send() });
    const form = part.locator("form").filter({ has: button });
    const send = form.getByRole("button");
    await send.click();
    await expect(part.getByText(words.admin_pay_wrong_amount())).toBeVisible();
    await form.getByLabel(words.admin_pay_amount()).fill("120.50");
    await form.getByLabel(words.admin_pay_refund_reason()).fill("Moved abroad");
    await send.click();
    const written = part.getByRole("listitem").filter({ hasText: "Moved abroad" });
    await expect(written.getByText(words.payments_state_written_off())).toBeVisible();
    await written.getByRole("button", { name: words.admin_pay_write_off_take_back() }).click();
    await expect(written.getByText(words.admin_pay_write_off_taken_back())).toBeVisible();
    await expect(form.getByLabel(words.admin_pay_amount())).toHaveValue("");
    await form.getByLabel(words.admin_pay_amount()).fill("60");
    await form.getByLabel(words.admin_pay_refund_reason()).fill("Settled");
    await send.click();
    const settled = part.getByRole("listitem").filter({ hasText: "Settled" });
    await expect(settled.getByText(words.payments_state_written_off())).toBeVisible();
    await scanBoth(page, scan);

    const visitor = await anotherVisitor();
    await visitor.goto(await emailLink(request, email, "order_received"));
    await expect(
      visitor.getByText(words.payments_written_off({ amount: formatMoney(6000, "en") })),
    ).toBeVisible();
    await scan(visitor);
  });
});
