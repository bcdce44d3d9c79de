import { formatDate, addDays } from "#domain/dates.ts";
import type { Order } from "#contract/orders.ts";
import { admin, openAsAdmin } from "./admins.ts";
import { expect, scanBoth, test, ways } from "./fixtures.ts";
import { callsOf, confirmedPerson, openSession, placeOrder } from "./people.ts";

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a renter sees what more days cost and asks for them, and an administrator extends the rental", async ({
    page,
    words,
    request,
    car,
    scan,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    const renter = await confirmedPerson(request);
    const order: Order = await placeOrder(request, car, renter.email, 45);
    const confirmed = await request.put(`/api/admin/orders/${order.id}/status`, {
      headers: await callsOf(request, admin),
      data: { status: "confirmed" },
    });
    expect(confirmed.status()).toBe(200);
    await openSession(page, renter);
    await page.goto(`/dashboard/trips/${order.id}`);
    await page.getByText(words.changes_extension_title(), { exact: true }).click();
    const part = page.locator("details").filter({ hasText: words.changes_extension_title() });
    const until = addDays(order.returnDate, 20);
    await part.getByLabel(words.changes_days_return()).fill(until);
    await part.getByRole("button", { name: words.changes_look() }).click();
    await expect(part.getByText(words.changes_ends_on({ date: formatDate(until, "zh") }))).toBeVisible();
    await expect(part.getByText(words.changes_difference())).toBeVisible();
    await scanBoth(page, scan);
    await part.getByRole("button", { name: words.changes_extension_send() }).click();
    await expect(page.getByRole("button", { name: words.changes_withdraw() })).toBeVisible();

    const office = await anotherVisitor();
    await openAsAdmin(office, `/admin/order-management?order=${order.id}`);
    const asks = office.getByRole("region", { name: words.changes_admin_title() });
    await asks.getByRole("button", { name: words.changes_admin_decline() }).click();
    await expect(asks.getByText(words.changes_admin_reason_missing())).toBeVisible();
    await scanBoth(office, scan);
    await asks.getByRole("button", { name: words.changes_admin_accept() }).click();
    await expect(asks).toHaveCount(0);

    await page.reload();
    await expect(page.getByText(formatDate(until, "zh")).first()).toBeVisible();
    await expect(page.getByRole("button", { name: words.changes_withdraw() })).toHaveCount(0);
  });
});
