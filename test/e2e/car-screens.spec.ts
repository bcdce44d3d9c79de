import { addDays, formatDate } from "#domain/dates.ts";
import { carPrice } from "#domain/pricing/pricing.ts";
import { rentalDays, returnDateFor } from "#domain/pricing/rental-length.ts";
import { formatMoney } from "#domain/money.ts";
import { expect, test, today, ways } from "./fixtures.ts";

const pickupDate = addDays(today(), 230);
const returnDate = returnDateFor(pickupDate, 2);
const rental = { pickupDate, returnDate };

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("dates are tapped on the calendar, or chosen by keys, and what can't be had says why", async ({
    language,
    page,
    words,
    wake,
    anyCar,
    scan,
  }) => {
    await page.goto(`/cars/${anyCar.id}`);
    await wake();
    const day = (date: string) => page.locator(`[data-day="${date}"]`);
    const says = page.locator(".pick-words");
    await expect(says).toHaveText(words.car_pick_pickup());
    await day(pickupDate).click();
    await expect(page.locator("input[name=pickupDate]")).toHaveValue(pickupDate);
    await expect(says).toContainText(formatDate(pickupDate, language));
    await day(addDays(pickupDate, 3)).click();
    await expect(says).toHaveText(
      words.car_pick_short({ date: formatDate(addDays(pickupDate, anyCar.minRentDays), language) }),
    );
    await expect(page.locator("input[name=returnDate]")).toHaveValue("");
    await day(returnDate).focus();
    await day(addDays(returnDate, 1)).click();
    await expect(page.locator("input[name=returnDate]")).toHaveValue(addDays(returnDate, 1));
    await expect(page).toHaveURL(new RegExp(`pickupDate=${pickupDate}&returnDate=${addDays(returnDate, 1)}`));
    await scan();

    // By keys: the arrows walk, Enter chooses.
    await day(addDays(returnDate, 1)).press("ArrowRight");
    await expect(day(addDays(returnDate, 2))).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.locator("input[name=pickupDate]")).toHaveValue(addDays(returnDate, 9));
    await expect(page.locator("input[name=returnDate]")).toHaveValue("");
  });
});

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("cards and the bar tell the total of the dates", async ({ language, page, words, wake, request }) => {
    await page.goto(`/cars?${new URLSearchParams(rental)}`);
    const [first] = (await (
      await request.get(`/api/cars?limit=1&sort=recommended&${new URLSearchParams(rental)}`)
    ).json()) as {
      id: string;
      name: string;
      monthlyPrice: string;
    }[];
    const total = formatMoney(
      carPrice(Math.round(Number(first?.monthlyPrice) * 100), rental).total,
      language,
    );
    const sentence = words.car_total_for({ total, days: rentalDays(rental) });
    await expect(page.locator(".car").first()).toContainText(sentence);
    await page.goto(`/cars/${first?.id}?${new URLSearchParams(rental)}`);
    const bar = page.locator(".bar");
    await expect(bar).toContainText(sentence);
    await wake();
    // Typed dates stand in the address, and what shows them follows.
    const later = { pickupDate, returnDate: returnDateFor(pickupDate, 3) };
    await page.locator("input[name=returnDate]").fill(later.returnDate);
    await expect(page).toHaveURL(new RegExp(`returnDate=${later.returnDate}`));
    await expect(bar).toContainText(
      words.car_total_for({
        total: formatMoney(carPrice(Math.round(Number(first?.monthlyPrice) * 100), later).total, language),
        days: rentalDays(later),
      }),
    );
  });

  test("more cars are added below, and Back finds them again", async ({ page, words, wake }) => {
    await page.goto("/cars");
    await wake();
    const cars = page.locator(".cars > .car");
    const total = Number(/\d+/.exec((await page.locator(".count-row").textContent()) ?? "")?.[0]);
    const pages = page.getByRole("navigation", { name: words.cars_pages() });
    await expect(pages).toContainText(words.cars_shown_of({ shown: 24, total }));
    const name = await cars.first().getByRole("heading").textContent();
    await page.getByRole("link", { name: words.cars_show_more() }).click();
    await expect(cars).toHaveCount(48);
    await expect(pages).toContainText(words.cars_shown_of({ shown: 48, total }));
    await expect(page).toHaveURL("/cars");
    await expect(cars.first().getByRole("heading")).toHaveText(name ?? "");
    await cars.nth(40).getByRole("heading").getByRole("link").click();
    await expect(page).toHaveURL(/\/cars\/[^/]+$/);
    await page.goBack();
    await expect(cars).toHaveCount(48);
  });
});

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("an error leaves when its field is right, and typing outlives a reload and a look at another car", async ({
    page,
    words,
    wake,
    anyCar,
  }) => {
    await page.goto(`/cars/${anyCar.id}?${new URLSearchParams(rental)}`);
    await wake();
    const form = page.getByRole("form", { name: words.request_title() });
    await form.getByRole("button", { name: /^(Request (for|this car)|提交预订)/ }).click();
    await expect(form.getByText(words.request_missing_name())).toBeVisible();
    await form.getByLabel(words.request_name()).fill("Ann Lee");
    await expect(form.getByText(words.request_missing_name())).toBeHidden();
    await expect(form.getByText(words.request_missing_email())).toBeVisible();
    await form.getByLabel(words.request_place()).fill("1 Ferry Building");
    await expect(form.getByText(words.request_missing_place())).toBeHidden();
    // Nobody is led away from the field that they type in.
    await expect(form.getByLabel(words.request_place())).toBeFocused();
    await page.reload();
    await expect(form.getByLabel(words.request_name())).toHaveValue("Ann Lee");
    await wake();
    await page
      .locator("section[aria-labelledby=similar] .car")
      .first()
      .getByRole("heading")
      .getByRole("link")
      .click();
    await expect(page).not.toHaveURL(new RegExp(anyCar.id));
    await expect(form.getByLabel(words.request_name())).toHaveValue("Ann Lee");
    await expect(form.getByLabel(words.request_place())).toHaveValue("1 Ferry Building");
    await expect(page.locator("input[name=returnDate]")).toHaveValue(returnDate);
  });

  test("a length without a pickup says what it wants", async ({ page, words, wake, anyCar }) => {
    await page.goto(`/cars/${anyCar.id}`);
    await wake();
    await page
      .getByRole("group", { name: words.request_length() })
      .getByRole("button", { name: words.price_months({ count: 3 }) })
      .click();
    await expect(page.getByText(words.request_missing_pickup())).toBeVisible();
    await expect(page.locator("input[name=pickupDate]")).toBeFocused();
    await page.locator("input[name=pickupDate]").fill(pickupDate);
    await expect(page.getByText(words.request_missing_pickup())).toBeHidden();
  });
});
