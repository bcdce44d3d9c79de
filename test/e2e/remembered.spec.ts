import { addDays, formatDay } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { expect, test, today, ways } from "./fixtures.ts";
import { confirmedPerson, openSettings, signIn } from "./people.ts";

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a request begins with the name, address and phone of whoever is signed in", async ({
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
    // What somebody types for another driver is not taken away by it.
    await page.getByLabel(words.request_name(), { exact: true }).fill("Another Driver");
    await page.reload();
    await expect(page.getByLabel(words.request_name(), { exact: true })).toHaveValue("Another Driver");
  });

  test("a second step that was begun and left says that it opens nothing", async ({
    page,
    words,
    request,
  }) => {
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

  test("a plan says where one day less is a month less, and what it then costs", async ({ page, words }) => {
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
