import type { Locator, Page } from "@playwright/test";
import { addDays } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { expect, test, today, ways } from "../fixtures.ts";
import { callsOf, confirmedPerson, openSession } from "../people.ts";
import { confirmedRental } from "../rentals.ts";

/** A press without a network: the page says so, keeps the typed text, and sends nothing later by itself. */
type OfflineWrite = { press: Locator; says: Locator; kept: [field: Locator, value: string][] };

async function pressOffline(page: Page, { press, says, kept }: OfflineWrite): Promise<void> {
  await page.context().setOffline(true);
  await press.click();
  await expect(says).toBeVisible();
  const sent: string[] = [];
  page.on("request", (one) => one.method() !== "GET" && sent.push(`${one.method()} ${one.url()}`));
  await page.context().setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  for (const [field, value] of kept) await expect(field).toHaveValue(value);
  // By now a queue would have sent its requests, if it waited for the browser's "online" event.
  await page.evaluate(() => fetch("/healthz").then((answer) => answer.text()));
  expect(sent).toEqual([]);
}

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a renter's forms without a network show an error, keep what was typed and send nothing later", async ({
    page,
    words,
    request,
    car,
    allow,
  }) => {
    allow(/ERR_INTERNET_DISCONNECTED/);
    const { renter, order } = await confirmedRental(request, car, 30);
    await openSession(page, renter);

    await page.goto(`/dashboard/messages/new?order=${order.id}`);
    const text = page.getByRole("textbox", { name: words.conversations_write(), exact: true });
    await page.getByLabel(words.conversations_subject()).fill("A child seat");
    await text.fill("Can you bring one?");
    await pressOffline(page, {
      press: page.getByRole("button", { name: words.conversations_send() }),
      // The list beside it, which may still be on its way, has an alert of its own.
      says: page.getByRole("article").getByRole("alert").filter({ hasText: words.session_failure_network() }),
      kept: [[text, "Can you bring one?"]],
    });

    await page.goto("/dashboard/settings");
    await page.getByText(words.account_edit_profile(), { exact: true }).click();
    const name = page.getByLabel(words.account_name(), { exact: true });
    await name.fill("Ann Other");
    await pressOffline(page, {
      press: page.getByRole("region", { name: words.account_profile() }).getByRole("button", {
        name: words.account_save(),
      }),
      says: page.locator(".toast").filter({ hasText: words.account_profile_failed() }),
      kept: [[name, "Ann Other"]],
    });

    await page.goto(`/dashboard/trips/${order.id}`);
    const drivers = page.getByRole("region", { name: words.drivers_title(), exact: true });
    const driver = drivers.getByLabel(words.drivers_name());
    await driver.fill("Bo Chen");
    await drivers.getByLabel(words.drivers_email()).fill("bo@mail.example");
    await pressOffline(page, {
      press: drivers.getByRole("button", { name: words.drivers_add() }),
      says: drivers.getByRole("alert"),
      kept: [[driver, "Bo Chen"]],
    });

    await page.goto(`/dashboard/trips/${order.id}/agreement`);
    const answer = await request.get(`/api/account/orders/${order.id}`, {
      headers: await callsOf(request, renter),
    });
    const { renterName } = (await answer.json()) as { renterName: string };
    const signature = page.getByLabel(words.documents_name());
    const address = page.getByLabel(words.documents_address());
    await signature.fill(renterName);
    await address.fill("2 Elm Street, San Jose");
    await pressOffline(page, {
      press: page.getByRole("button", { name: words.documents_accept() }),
      says: page.getByRole("main").getByRole("alert"),
      kept: [
        [signature, renterName],
        [address, "2 Elm Street, San Jose"],
      ],
    });
  });

  test("a visitor's request and promo code without a network show an error and send nothing later", async ({
    page,
    words,
    car,
    allow,
    wake,
  }) => {
    allow(/ERR_INTERNET_DISCONNECTED/);
    const pickupDate = addDays(today(), 200);
    const dates = new URLSearchParams({ pickupDate, returnDate: returnDateFor(pickupDate, 2) });
    await page.goto(`/cars/${car.id}?${dates}`);
    await wake();
    const form = page.getByRole("form", { name: words.request_title() });
    const name = form.getByLabel(words.request_name(), { exact: true });
    const place = form.getByLabel(words.request_place(), { exact: true });
    const code = form.getByLabel(words.order_promo(), { exact: true });
    await name.fill("Zoë O’Brien");
    await form.getByLabel(words.request_email(), { exact: true }).fill("zoe@mail.example");
    await place.fill("1 Market Street, San Francisco");
    await form.getByText(words.order_promo_ask()).click();
    await code.fill("WELCOME20");
    const kept: [Locator, string][] = [
      [name, "Zoë O’Brien"],
      [place, "1 Market Street, San Francisco"],
      [code, "WELCOME20"],
    ];
    const says = form.getByText(words.request_failed_in_page());
    await pressOffline(page, {
      press: form.getByRole("button", { name: words.order_promo_apply() }),
      says,
      kept,
    });
    await page.reload();
    await wake();
    for (const [field, value] of kept.slice(0, 2)) await expect(field).toHaveValue(value);
    await pressOffline(page, { press: form.locator("[type=submit]"), says, kept: kept.slice(0, 2) });
  });

  test("a password manager finds its fields, and filled-in values sign in without a key press", async ({
    page,
    words,
    request,
    wake,
  }) => {
    const person = await confirmedPerson(request);
    await page.goto("/signup");
    const fields = (path: string) =>
      page
        .locator("main form input")
        .evaluateAll((inputs) =>
          inputs.map((input) => input.getAttribute("autocomplete")).filter((hint) => hint !== null),
        )
        .then((hints) => ({ path, hints }));
    expect((await fields("/signup")).hints).toEqual(
      expect.arrayContaining(["name", "username", "new-password"]),
    );
    await page.goto("/signin");
    expect((await fields("/signin")).hints).toEqual(expect.arrayContaining(["username", "current-password"]));
    await wake();
    const email = page.getByLabel(words.auth_email(), { exact: true });
    await email.evaluate((input: HTMLInputElement, value) => (input.value = value), person.email);
    await page
      .getByLabel(words.auth_password(), { exact: true })
      .evaluate((input: HTMLInputElement, value) => (input.value = value), person.password);
    await page.locator("main form [type=submit]").click();
    await expect(page).toHaveURL("/");
    await expect(page.locator("html")).toHaveAttribute("data-signed-in", /.*/);
  });
});
