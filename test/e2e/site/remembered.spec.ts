import { addDays, formatDay } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { expect, test, today, ways } from "../fixtures.ts";
import { confirmedPerson, logOut, namedPerson, openSettings, signIn, typeSignIn } from "../people.ts";

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a request begins with the signed-in person's name, address and phone", async ({
    page,
    words,
    request,
    car,
    wake,
  }) => {
    const person = await confirmedPerson(request, { phone: "+1 650 555 0177" });
    await signIn(page, words, person);
    await page.goto(`/cars/${car.id}`);
    await wake();
    await expect(page.getByLabel(words.request_name(), { exact: true })).toHaveValue(person.fullName);
    await expect(page.getByLabel(words.request_email(), { exact: true })).toHaveValue(person.email);
    await expect(page.locator('input[name="customerPhone"]')).toHaveValue("+1 650 555 0177");
    // Text that somebody types for another driver stays.
    await page.getByLabel(words.request_name(), { exact: true }).fill("Another Driver");
    await page.reload();
    await expect(page.getByLabel(words.request_name(), { exact: true })).toHaveValue("Another Driver");
  });

  test("one account's typed text is hidden from the next account, and a visitor's text is kept", async ({
    page: desk,
    context,
    words,
    request,
    car,
    wake,
    allow,
  }) => {
    // A tab may make a call at the moment when the session ends.
    allow(/\b401\b/);
    const first = await namedPerson(request, "Ann");
    const second = await namedPerson(request, "Bea");
    const place = "12 Harbor Street";
    const text = "Is there room for a cello?";
    await signIn(desk, words, first);
    const tab = await context.newPage();
    const field = (name: string) => tab.locator(`#request [name="${name}"]`);
    await tab.goto("/dashboard/messages/new");
    await tab.getByLabel(words.conversations_write(), { exact: true }).fill(text);
    await tab.goto(`/cars/${car.id}`);
    await wake(tab);
    await field("customerPhone").fill("+1 650 555 0143");
    await field("pickupLocation").fill(place);
    await tab.locator(`[data-save-car="${car.id}"]`).first().click();
    await tab.reload();
    await expect(field("pickupLocation")).toHaveValue(place);

    await logOut(desk, words);
    // The open page no longer shows the account's data, and the tab keeps none.
    await expect(tab.locator(".account-menu")).toBeHidden();
    await expect(field("pickupLocation")).toHaveValue("");
    await expect(field("customerName")).toHaveValue("");
    const kept = () => tab.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    await expect.poll(kept).not.toContain(place);
    for (const typed of [text, first.fullName, first.email, "longbay-saved"])
      expect(await kept()).not.toContain(typed);

    const later = "7 Pier Road";
    await wake(tab);
    await field("pickupLocation").fill(later);
    await tab.goto("/login?redirect=/dashboard/messages/new");
    await typeSignIn(tab, words, second);
    await expect(tab.getByLabel(words.conversations_write(), { exact: true })).toHaveValue("");
    await tab.goto(`/cars/${car.id}`);
    await wake(tab);
    await expect(field("customerName")).toHaveValue(second.fullName);
    await expect(field("customerEmail")).toHaveValue(second.email);
    await expect(field("customerPhone")).toHaveValue("");
    await expect(field("pickupLocation")).toHaveValue(later);
    await expect(tab.locator(`[data-save-car="${car.id}"]`).first()).toHaveAttribute("aria-pressed", "false");
  });

  test("an unfinished two-step verification is marked as off", async ({ page, words, request }) => {
    await signIn(page, words, await confirmedPerson(request));
    await openSettings(page, words);
    await page.getByRole("button", { name: words.account_step_add_app() }).click();
    await page.getByRole("button", { name: words.account_step_continue() }).click();
    await expect(page.getByAltText(words.account_step_image())).toBeVisible();
    await page.reload();
    await expect(page.getByText(words.account_step_unfinished())).toBeVisible();
    await expect(page.getByText(words.account_step_off())).toBeVisible();
  });
});

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("a plan names the day on which a shorter rental saves a month, and its price", async ({
    page,
    words,
  }) => {
    const pickup = addDays(today(), 20);
    const [thirty, calendar] = [addDays(pickup, 30), returnDateFor(pickup, 1)];
    const lastOfMonth = thirty > calendar ? thirty : calendar;
    const address = (until: string) => `/pricing-tiers?location=Fremont&from=${pickup}&until=${until}`;
    const said = words.plans_day_less({
      date: formatDay(lastOfMonth, "zh"),
      total: formatMoney(59_900, "zh"),
    });
    await page.goto(address(addDays(lastOfMonth, 1)));
    await expect(page.getByRole("main")).toContainText(said);
    await page.goto(address(lastOfMonth));
    await expect(page.getByRole("main")).not.toContainText(said);
  });
});
