import { addDays, formatDate } from "#domain/dates.ts";
import { carPrice } from "#domain/pricing/taxed-price.ts";
import { rentalDays, returnDateFor } from "#domain/pricing/rental-length.ts";
import { formatMoney } from "#domain/money.ts";
import { filtersOf, openFilters, showCars } from "../filters.ts";
import { expect, scanBoth, screens, test, today, ways } from "../fixtures.ts";

const pickupDate = addDays(today(), 230);
const returnDate = returnDateFor(pickupDate, 2);
const rental = { pickupDate, returnDate };

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("dates are chosen by tap or by keyboard on the calendar, and unavailable days are explained", async ({
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

    // By keyboard: the arrows move, Enter chooses.
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

  test("car cards and the bar show the total for the dates", async ({
    language,
    page,
    words,
    wake,
    request,
  }) => {
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
    // The calendar shows their month, although nobody scrolled to it.
    const [calendar, month] = [
      page.locator(".cals"),
      page.locator(`[data-month="${pickupDate.slice(0, 7)}"]`),
    ];
    const leftOf = async (part: typeof month) => (await part.boundingBox())?.x;
    await expect.poll(() => leftOf(month)).toBeCloseTo((await leftOf(calendar)) ?? -1, 0);
    // Typed dates go into the address, and everything that shows the dates follows.
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

  test("more cars are added below, and Back shows them again", async ({ page, words, wake }) => {
    await page.goto("/cars");
    await wake();
    const cars = page.locator(".cars > .car");
    const total = Number(/\d+/.exec((await page.locator("#results").textContent()) ?? "")?.[0]);
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

  test("an error disappears when its field is right, and typed text survives a reload and another car", async ({
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
    // The focus stays in the field that somebody types in.
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

  test("a rental length without a pickup date asks for one", async ({ page, words, wake, anyCar }) => {
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

for (const path of ["/cars", "/search"] as const) {
  /** Both pages have the same filters, so one scan is enough. */
  const scanOnce = path === "/cars" ? scanBoth : () => Promise.resolve();

  test.describe(`the filters of ${path}`, () => {
    test.describe("zh, phone", () => {
      test.use(ways["zh, phone"]);

      test("the filters open over the list, and chosen ones stay in sight until they are removed", async ({
        page,
        words,
        wake,
        scan,
      }) => {
        await page.goto(path);
        await wake();
        const opener = page.locator("button.filter-open");
        const filters = filtersOf(page);
        const total = (await page.locator("#results").textContent()) ?? "";
        await expect(filters).toBeHidden();
        const firstCar = await page.locator(".cars > .car").first().boundingBox();
        expect(firstCar?.y).toBeLessThan(540);

        await opener.focus();
        await page.keyboard.press("Enter");
        await expect(filters).toBeVisible();
        await scanOnce(page, scan);
        await page.keyboard.press("Tab");
        await expect(filters.locator(":focus")).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(filters).toBeHidden();
        await expect(opener).toBeFocused();

        // The map covers the filters, and leads back to them.
        await opener.click();
        const map = page.locator("#city-map");
        await filters.getByRole("button", { name: words.cars_city_map(), exact: true }).click();
        await expect(map.locator("use")).toBeAttached();
        await scanOnce(page, scan);
        await page.keyboard.press("Escape");
        await expect(map).toBeHidden();
        await expect(filters).toBeVisible();
        await page.keyboard.press("Enter");
        await map.getByRole("link", { name: words.cars_city_fremont() }).click();
        await expect(page).toHaveURL(`${path}?location=Fremont`);
        await expect(map).toBeHidden();
        await expect(filters.getByLabel(words.cars_city_label(), { exact: true })).toHaveValue("Fremont");
        await filters.getByRole("link", { name: words.cars_clear_filters() }).click();
        await expect(page).toHaveURL(path);
        await expect(filters.getByLabel(words.cars_city_label(), { exact: true })).toHaveValue("");
        await filters.getByLabel(words.cars_seats()).selectOption("7");
        await expect(page).toHaveURL(`${path}?seats=7`);
        await filters.getByText(words.car_carplay()).click();
        await expect(page).toHaveURL(`${path}?seats=7&carplay=true`);
        await filters.getByLabel(words.search_max_price()).fill("1500");
        await showCars(page);
        await expect(page).toHaveURL(`${path}?maxPrice=1500&seats=7&carplay=true`);
        await expect(filters).toBeHidden();
        await expect(opener).toBeFocused();
        await expect(opener).toContainText("3");
        const count = Number(/\d+/.exec((await page.locator("#results").textContent()) ?? "")?.[0]);
        await openFilters(page);
        await expect(filters.locator("button[type=submit]")).toHaveText(words.cars_show_count({ count }));
        await page.keyboard.press("Escape");

        // Far down the list the chosen filters are still in view, and they cover no focused element.
        const chips = page.getByRole("navigation", { name: words.cars_chosen() });
        await page.locator(".cars > .car").last().scrollIntoViewIfNeeded();
        await expect(chips).toBeInViewport();
        await page.locator(".cars > .car a").first().focus();
        const bar = await page.locator(".list-bar").boundingBox();
        const focused = await page.locator(":focus").boundingBox();
        expect(focused?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
        await scanOnce(page, scan);

        const chip = (filter: string) =>
          chips.getByRole("link", { name: words.cars_remove_filter({ filter }), exact: true });
        await chip(words.cars_chip_seats({ count: 7 })).click();
        await expect(page).toHaveURL(`${path}?maxPrice=1500&carplay=true`);
        await expect(chip(words.car_carplay())).toBeFocused();
        await expect(filters.getByLabel(words.cars_seats())).toHaveValue("");
        await page.goBack();
        await expect(filters.getByLabel(words.cars_seats())).toHaveValue("7");
        await chips.getByRole("link", { name: words.cars_clear_filters() }).click();
        await expect(page).toHaveURL(path);
        await expect(page.locator("#results")).toHaveText(total);
        await expect(page.locator("#results")).toBeFocused();
        await expect(chips).toHaveCount(0);
        await expect(filters.getByLabel(words.search_max_price())).toHaveValue("");
      });
    });

    test.describe("en, desktop", () => {
      test.use(ways["en, desktop"]);

      test("the filters stand beside the list, and a price range can be moved and typed but never reversed", async ({
        page,
        words,
        wake,
        scan,
      }) => {
        await page.goto(`${path}?make=Toyota&sort=price-low`);
        await wake();
        const filters = filtersOf(page);
        await expect(page.locator("button.filter-open")).toBeHidden();
        await expect(filters.getByLabel(words.search_make())).toHaveValue("Toyota");
        const low = filters.getByRole("slider", { name: words.cars_price_low() });
        const high = filters.getByRole("slider", { name: words.cars_price_high() });
        const least = filters.getByLabel(words.search_min_price());
        const most = filters.getByLabel(words.search_max_price());

        await high.focus();
        for (let times = 0; times < 20; times++) await page.keyboard.press("ArrowLeft");
        const most20 = await most.inputValue();
        expect(Number(most20)).toBeGreaterThan(0);
        await expect(page).toHaveURL(`${path}?brand=Toyota&maxPrice=${most20}&sort=price-low`);
        await low.focus();
        await page.keyboard.press("End");
        await expect(least).toHaveValue(most20);
        await expect(low).toHaveAttribute("aria-valuetext", `$${Number(most20).toLocaleString("en-US")}`);
        await expect(page).toHaveURL(new RegExp(`minPrice=${most20}&maxPrice=${most20}&`));

        await least.fill("$1,000");
        await most.fill("900");
        await most.press("Enter");
        await expect(filters.getByRole("alert")).toHaveText(words.cars_price_reversed());
        await expect(least).toBeFocused();
        await expect(least).toHaveAttribute("aria-invalid", "true");
        await most.fill("a lot");
        await most.blur();
        await expect(filters.getByRole("alert")).toHaveText(words.cars_price_wrong());
        await scan();
        await most.fill("1200");
        await most.press("Enter");
        await expect(page).toHaveURL(`${path}?brand=Toyota&minPrice=1000&maxPrice=1200&sort=price-low`);
        await expect(filters.getByRole("alert")).toHaveCount(0);
        await expect(low).toHaveValue("1000");
        const chips = page.getByRole("navigation", { name: words.cars_chosen() });
        await expect(chips.getByRole("link")).toHaveText([
          "Toyota",
          words.cars_chip_price({ from: "$1,000", until: "$1,200" }),
          words.cars_clear_filters(),
        ]);
        const prices = await page.locator(".cars .price b").allTextContents();
        for (const price of prices.map((text) => Number(text.replace(/\D/g, ""))))
          expect(price >= 1000 && price <= 1200, String(price)).toBe(true);

        // All filters stay in sight: they scroll by themselves.
        await chips.getByRole("link", { name: words.cars_clear_filters() }).click();
        await expect(page).toHaveURL(path);
        // The whole list is back: before, the short filtered list left nothing to scroll.
        await expect(page.locator("#results")).toBeFocused();
        await page.mouse.move(1000, 600);
        await page.mouse.wheel(0, 1200);
        await expect(filters.getByRole("button", { name: /^Show \d+ cars?$/ })).toBeInViewport();
        await expect(filters.getByRole("heading")).toBeInViewport();
        await scanOnce(page, scan);
        await page.setViewportSize(screens.phone);
        await expect(filters).toBeHidden();
      });
    });
  });
}

test("an address with impossible filters is explained and can be corrected", async ({
  page,
  words,
  allow,
  wake,
}) => {
  allow(/400/);
  await page.goto("/search?minPrice=900&maxPrice=100&fromYear=2020");
  await wake();
  await expect(filtersOf(page).getByRole("alert")).toHaveText(words.cars_price_reversed());
  await expect(page.getByRole("main").getByRole("alert").last()).toHaveText(words.search_failed());
  await page
    .getByRole("link", { name: words.cars_remove_filter({ filter: "$900–$100/Month" }), exact: true })
    .click();
  await expect(page).toHaveURL("/search?fromYear=2020");
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});

for (const [language, dot] of [
  ["en", '" · "'],
  ["zh", '"·"'],
] as const)
  test(`one dot separates two facts of a car, ${language}`, async ({ page, anyCar }) => {
    for (const path of ["/cars", `/cars/${anyCar.id}`]) {
      await page.goto(`${path}?lang=${language}`);
      const between = await page.locator(".facts").evaluateAll((lists) =>
        lists.flatMap((list) =>
          [...list.children].slice(1).map((fact) => {
            const before = getComputedStyle(fact, "::before").content;
            const after = fact.previousElementSibling;
            return [after && getComputedStyle(after, "::after").content, before].filter(
              (text) => text !== "none",
            );
          }),
        ),
      );
      expect(between.length).toBeGreaterThan(3);
      expect(between.every(([first, ...others]) => first === dot && others.length === 0)).toBe(true);
    }
  });

test("the list fits into the narrowest screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/cars?seats=7&location=San+Jose&lang=en", "/search?seats=7&range=300&lang=zh"]) {
    await page.goto(path);
    const filters = await openFilters(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await filters.evaluate((one) => [one.scrollWidth - one.clientWidth, one.clientWidth])).toEqual([
      0, 320,
    ]);
  }
});
