import { carNameIn } from "#domain/cars/brand-names.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { callsOf, confirmedPerson, openSession, openSettings, placeOrder, signIn } from "../people.ts";
import { setStatus } from "../rentals.ts";

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a car saved by a visitor is in the account after the sign-in, and can be removed", async ({
    language,
    page,
    words,
    request,
    scan,
    car,
  }) => {
    const person = await confirmedPerson(request);
    await page.goto(`/cars/${car.id}`);
    const heart = page.getByRole("button", {
      name: words.saved_heart({ name: carNameIn(car.name, language) }),
      exact: true,
    });
    // The first press on the page, before the application has loaded.
    await heart.first().click();
    await expect(heart.first()).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(heart.first()).toHaveAttribute("aria-pressed", "true");

    await page.evaluate(() => sessionStorage.clear());
    const kept = await page.evaluate(() => localStorage.getItem("longbay-saved"));
    await openSession(page, person);
    await page.goto("/dashboard/saved");
    await page.evaluate((saved) => localStorage.setItem("longbay-saved", saved ?? ""), kept);
    await page.reload();
    await expect
      .poll(async () => {
        await page.reload();
        return page.locator(".car").count();
      })
      .toBe(1);
    await scanBoth(page, scan);
    await expect(heart.first()).toHaveAttribute("aria-pressed", "true");
    const response = page.waitForResponse(
      (response) => response.request().method() === "DELETE" && response.url().includes(car.id),
    );
    await heart.first().focus();
    await page.keyboard.press("Enter");
    expect((await response).status()).toBe(200);
    await page.reload();
    await expect(page.getByText(words.saved_none())).toBeVisible();
  });
});

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("the dashboard's six sections have addresses, and a trip shows everything about it", async ({
    language,
    page,
    words,
    request,
    scan,
    car,
  }) => {
    const person = await confirmedPerson(request);
    const order = await placeOrder(request, car, person.email);
    await signIn(page, words, person);
    const main = page.getByRole("main");
    // The renter was not signed in: the order becomes theirs when they say so, which also confirms its address.
    await expect(main).toContainText(words.own_orders_unconfirmed_title());
    await expect(page.locator(".order-list")).toHaveCount(0);
    await scanBoth(page, scan);
    await main.getByRole("button", { name: words.me_origin_mine() }).click();
    await expect(main).toContainText(words.me_next_waiting({ car: carNameIn(car.name, language) }));
    await expect(main.getByText(words.own_orders_unconfirmed_title())).toHaveCount(0);
    const sections = page.getByRole("navigation", { name: words.layout_account() }).getByRole("link");
    const places = ["", "/trips", "/messages", "/saved", "/profile", "/settings"];
    for (const [at, place] of places.entries()) {
      await sections.nth(at).click();
      await expect(page).toHaveURL(`/dashboard${place}`);
      await expect(sections.nth(at)).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await page.goBack();
    await expect(page).toHaveURL("/dashboard/profile");

    await page.goto("/dashboard/trips?filter=active");
    await expect(main).toContainText(words.own_orders_none_active());
    const all = page.getByRole("button", { name: words.own_orders_all() });
    await expect(all).toContainText("1");
    await all.click();
    await main.getByRole("link", { name: car.name }).click();
    await expect(page).toHaveURL(`/dashboard/trips/${order.id}`);
    await expect(main).toContainText(order.orderNumber);
    await expect(main).toContainText(words.trip_history());
    await scanBoth(page, scan);

    // After the confirmation the page begins with the sum due and with what is missing before the pickup.
    await setStatus(request, order, "confirmed");
    await page.reload();
    const due = main.getByRole("link", { name: words.trip_next_pay() });
    await expect(due).toBeVisible();
    await expect(main.getByRole("link", { name: words.trip_next_licence() })).toHaveAttribute(
      "href",
      "/dashboard/license",
    );
    await main.getByRole("link", { name: words.trip_next_agreement() }).click();
    await expect(page).toHaveURL(`/dashboard/trips/${order.id}/agreement`);
    await page.goBack();
    await due.click();
    await expect(main.getByRole("heading", { name: words.payments_title(), exact: true })).toBeInViewport();
    await scanBoth(page, scan);
  });

  test("changed payment methods, notifications and data settings are saved", async ({
    page,
    words,
    request,
    scan,
  }) => {
    await signIn(page, words, await confirmedPerson(request));
    await openSettings(page, words);
    const pay = page.getByRole("region", { name: words.pay_title() });
    await pay.getByText(words.pay_add(), { exact: true }).click();
    await pay.getByRole("button", { name: words.pay_add_card() }).click();
    await expect(pay.getByRole("alert")).toContainText(words.checkout_error_missing());
    await expect(page.locator("#pay-number")).toBeFocused();
    await page.keyboard.type("4242424242424242");
    await page.locator("#pay-expiry").pressSequentially("1239");
    const sent = page.waitForRequest(
      (one) => one.method() === "POST" && one.url().endsWith("/api/account/payment-methods"),
    );
    await page.keyboard.press("Enter");
    expect((await sent).postData()).not.toContain("424242");
    await expect(pay.getByRole("listitem")).toContainText("4242");
    await expect(pay.getByRole("listitem")).toContainText(words.pay_default());

    const reminders = page.getByRole("switch", {
      name: words.notify_by({ occasion: words.notify_reminders(), channel: words.notify_email() }),
    });
    await expect(reminders).toBeChecked();
    await reminders.press("Space");
    await expect(page.locator(".toast")).toContainText(words.notify_kept());
    const security = page.getByRole("switch", {
      name: words.notify_by({ occasion: words.notify_security(), channel: words.notify_email() }),
    });
    await expect(security).toBeDisabled();
    await scanBoth(page, scan);
    await page.reload();
    await expect(reminders).not.toBeChecked();

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: words.account_data_download() }).click();
    expect((await download).suggestedFilename()).toMatch(/^account-[\d-]+\.json$/);
  });
});

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("an account can be deleted with the password once no order is open", async ({
    page,
    words,
    request,
    car,
    allow,
  }) => {
    allow(/\b(?:401|409|422)\b/);
    const person = await confirmedPerson(request);
    await placeOrder(request, car, person.email, 40, await callsOf(request, person));
    await signIn(page, words, person);
    await openSettings(page, words);
    const part = page.getByRole("region", { name: words.account_delete() });
    await part.getByText(words.account_delete_open(), { exact: true }).click();
    await part.getByRole("button", { name: words.account_delete_yes() }).click();
    await expect(page.locator("#delete-current")).toBeFocused();
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await expect(part.getByRole("alert")).toContainText(words.account_delete_orders());
    await part.getByRole("link", { name: words.account_orders() }).click();
    await page.getByRole("link", { name: car.name }).click();
    await page.getByText(words.order_cancel(), { exact: true }).click();
    await page.getByRole("button", { name: words.order_cancel_yes() }).click();
    await expect(page.locator(".toast")).toContainText(
      words.trip_cancelled_toast({ number: "" }).trim().split(" ")[0] ?? "",
    );
    await openSettings(page, words);
    await part.getByText(words.account_delete_open(), { exact: true }).click();
    await page.locator("#delete-current").fill(person.password);
    await part.getByRole("button", { name: words.account_delete_yes() }).click();
    await expect(page.locator(".toast")).toContainText(words.account_deleted());
    await expect(page).toHaveURL("/");
    await expect(page.locator(".account-menu")).toBeHidden();
  });
});
