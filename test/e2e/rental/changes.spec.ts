import { formatDate, addDays } from "#domain/dates.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { openSession } from "../people.ts";
import { confirmedRental } from "../rentals.ts";

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a renter sees the price of more days and requests them, and an administrator extends the rental", async ({
    page,
    words,
    request,
    car,
    scan,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    const { renter, order } = await confirmedRental(request, car, 45);
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

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("an administrator offers another car, and the renter accepts it", async ({
    page,
    words,
    request,
    car,
    scan,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    const { renter, order } = await confirmedRental(request, car, 200);

    const office = await anotherVisitor();
    await openAsAdmin(office, `/admin/order-management?order=${order.id}`);
    const offer = office.getByRole("region", { name: words.changes_admin_offer_title() });
    await offer.getByRole("button", { name: words.changes_admin_offer_open() }).click();
    await offer.getByRole("radio").first().check();
    await expect(offer.getByText(words.changes_difference())).toBeVisible();
    await offer.getByRole("button", { name: words.changes_admin_offer_send() }).click();
    await expect(offer.getByText(words.changes_admin_reason_missing())).toBeVisible();
    await offer.getByLabel(words.changes_admin_reason()).fill("Its brakes are being repaired");
    await scanBoth(office, scan);
    await offer.getByRole("button", { name: words.changes_admin_offer_send() }).click();
    await expect(offer.getByRole("button", { name: words.changes_admin_offer_withdraw() })).toBeVisible();

    await openSession(page, renter);
    await page.goto("/dashboard");
    await page.getByRole("link", { name: words.me_next_offer({ car: order.car?.name ?? "" }) }).click();
    const asked = page.getByRole("region", { name: words.changes_offer_title() });
    await expect(asked.getByText("Its brakes are being repaired")).toBeVisible();
    const other = await asked.getByRole("link").textContent();
    await scanBoth(page, scan);
    await asked.getByRole("button", { name: words.changes_offer_take() }).click();
    await expect(asked).toHaveCount(0);
    await expect(page.getByRole("heading", { name: other ?? "no car" }).first()).toBeVisible();

    // The back office sees the answer without a reload; it does not first see other cars that it might offer.
    await expect(offer.getByRole("button", { name: words.changes_admin_offer_withdraw() })).toHaveCount(0);
    await expect(office.getByText(words.changes_admin_was_swapped())).toBeVisible();
  });
});
