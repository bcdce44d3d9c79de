import { brandNameIn, carNameIn } from "#domain/cars/brand-names.ts";
import { PDFDocument } from "@cantoo/pdf-lib";
import { type Page } from "@playwright/test";
import { addDays, formatDate } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { openFilters, showCars } from "../filters.ts";
import { expect, test, today, ways, type Words } from "../fixtures.ts";

const threeMonths = (inDays: number) => {
  const pickupDate = addDays(today(), inDays);
  return { pickupDate, returnDate: returnDateFor(pickupDate, 3) };
};
const dates = threeMonths(45);
const query = new URLSearchParams(dates).toString();
const place = "350 Bryant Street, San Francisco";

const said = {
  en: {
    missing: ["Missing Information", "Please fill in all required fields"],
    placed: ["Booking Successful!", "Your car rental booking has been confirmed. We'll contact you soon"],
    none: "No cars found",
    count: (count: number) => (count === 1 ? "1 Available Car" : `${count} Available Cars`),
  },
  zh: {
    missing: ["信息不完整", "请填写所有必填项"],
    placed: ["预订成功！", "您的租车预订已确认，我们会尽快与您联系"],
    none: "没有找到车辆",
    count: (count: number) => `可租车辆 ${count} 辆`,
  },
};

const form = (page: Page, words: Words) => page.getByRole("form", { name: words.request_title() });
const submit = (page: Page, words: Words) =>
  form(page, words).getByRole("button", { name: /^(Request (for|this car)|提交预订)/ });
const toast = (page: Page, words: Words) => page.getByRole("region", { name: words.common_toasts() });
const named = (page: Page, name: string) => page.getByRole("heading", { level: 3 }).filter({ hasText: name });

async function fill(page: Page, words: Words, email: string): Promise<void> {
  const fields = form(page, words);
  await fields.getByLabel(words.request_name()).fill("Ada Reyes");
  await fields.getByLabel(words.request_email()).fill(email);
  await fields.getByLabel(words.request_place()).fill(place);
}

/** The number of printed sheets of a page. */
async function sheets(page: Page, format: "Letter" | "A4"): Promise<number> {
  const printed = await PDFDocument.load(await page.pdf({ format }));
  return printed.getPageCount();
}

test.describe("the list, zh", () => {
  test.use(ways["zh, desktop"]);

  test("the list's address shows its filters, and Back and a reload keep them", async ({
    language,
    page,
    words,
    wake,
    scan,
  }) => {
    await page.goto("/cars");
    await wake();
    const count = page.locator("#results");
    const cars = page.getByRole("main").getByRole("heading", { level: 3 });
    const tile = page
      .getByRole("navigation", { name: words.cars_categories() })
      .getByRole("link", { name: words.cars_category_suv() });
    const suvs = Number(/\d+/.exec((await tile.textContent()) ?? "")?.[0]);
    await tile.click();
    await expect(page).toHaveURL("/cars?category=SUV");
    await expect(count).toHaveText(said[language].count(suvs));
    await expect(tile).toHaveAttribute("aria-current", "true");

    const brand = page
      .getByRole("navigation", { name: words.cars_brands() })
      .getByRole("link", { name: "Toyota" });
    await brand.click();
    await expect(page).toHaveURL("/cars?category=SUV&brand=Toyota");
    await expect(brand).toHaveAttribute("aria-current", "true");
    await expect
      .poll(async () => {
        const names = await cars.allTextContents();
        return names.length > 1 && names.every((name) => name.startsWith(brandNameIn("Toyota", language)));
      })
      .toBe(true);
    await page.getByLabel(words.cars_sort_label()).selectOption("price-high");
    await expect(page).toHaveURL("/cars?category=SUV&brand=Toyota&sort=price-high");
    await expectFalling(page);

    await page.reload();
    await expect(page.getByLabel(words.cars_sort_label())).toHaveValue("price-high");
    await expectFalling(page);
    await wake();
    await page.goBack();
    await expect(page).toHaveURL("/cars?category=SUV&brand=Toyota");
    await expect(page.getByLabel(words.cars_sort_label())).toHaveValue("recommended");
    await tile.click();
    await expect(page).toHaveURL("/cars?brand=Toyota");
    await page.getByRole("link", { name: words.cars_clear_filters() }).click();
    await expect(page).toHaveURL("/cars");
    await expect(page.getByRole("link", { name: words.cars_clear_filters() })).toHaveCount(0);
    await scan();
  });
});

test.describe("the list, en", () => {
  test.use(ways["en, desktop"]);

  test("the list finds a car by a misspelled word, and says when there is none", async ({
    language,
    page,
    words,
    wake,
    scan,
  }) => {
    await page.goto("/cars");
    await wake();
    const find = page.getByRole("searchbox", { name: words.cars_find_label() });
    await find.fill("tesls");
    await find.press("Enter");
    await expect(page).toHaveURL("/cars?q=tesls");
    await expect(named(page, "Tesla").first()).toBeVisible();
    await find.fill("zeppelin");
    await page.getByRole("button", { name: words.search_submit(), exact: true }).click();
    await expect(page.getByRole("heading", { name: said[language].none })).toBeVisible();
    await expect(page.getByRole("heading", { name: said[language].count(0) })).toBeVisible();
    await scan();
    await page.goBack();
    await expect(find).toHaveValue("tesls");
    await page.goForward();
    await page.getByRole("main").getByRole("link", { name: words.cars_clear_filters() }).last().click();
    await expect(page).toHaveURL("/cars");
    await expect(find).toHaveValue("");
  });
});

// The business lives by this journey, so it runs on both screens.
for (const way of ["en, desktop", "zh, phone"] as const) {
  test.describe(way, () => {
    test.use(ways[way]);

    test("a car is requested from the list with the dates chosen there", async ({
      page,
      words,
      car,
      scan,
      language,
      emails,
    }) => {
      const email = `ada.${crypto.randomUUID()}@mail.example`;
      await page.goto(`/cars?q=${encodeURIComponent(car.name)}`);
      const filters = await openFilters(page);
      await filters.getByLabel(words.cars_pickup(), { exact: true }).fill(dates.pickupDate);
      await filters.getByLabel(words.cars_return(), { exact: true }).fill(dates.returnDate);
      await showCars(page);
      await expect(page).toHaveURL(new RegExp(query));
      const card = page.getByRole("listitem").filter({ has: page.locator(`a[href*="/cars/${car.id}"]`) });
      await card.getByRole("heading").getByRole("link").click();
      await expect(page).toHaveURL(`/cars/${car.id}?${query}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(carNameIn(car.name, language));
      await expect(form(page, words).getByLabel(words.request_pickup(), { exact: true })).toHaveValue(
        dates.pickupDate,
      );
      await expect(form(page, words).getByLabel(words.request_return(), { exact: true })).toHaveValue(
        dates.returnDate,
      );

      await submit(page, words).click();
      for (const sentence of said[language].missing) await expect(toast(page, words)).toContainText(sentence);
      await expect(form(page, words).getByLabel(words.request_name())).toBeFocused();
      await expect(form(page, words)).toContainText(words.request_missing_email());
      await scan();

      await fill(page, words, email);
      await submit(page, words).dblclick();
      for (const sentence of said[language].placed) await expect(toast(page, words)).toContainText(sentence);
      await expect(form(page, words).getByLabel(words.request_email())).toHaveValue("");
      const link = form(page, words).getByRole("link", { name: words.request_placed_link() });
      await expect(form(page, words).getByRole("status")).toContainText(/LB-[2-9A-Z]{4}-[2-9A-Z]{4}/);
      await scan();
      await link.click();
      await expect(page).toHaveURL(/\/order-complete\?order=[0-9a-f-]{36}$/);
      const orderId = new URL(page.url()).searchParams.get("order");
      await expect(page.getByRole("complementary")).toContainText(car.name);
      await scan();

      const received = await emails({ recipient: email });
      expect(received, "a double click is one order").toHaveLength(1);
      const [message] = received;
      const number = /LB-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(message?.subject ?? "")?.[0] ?? "";
      expect(message).toMatchObject({ kind: "order_received", orderId, language });
      await expect(page.getByRole("main")).toContainText(number);
      expect(message?.text, "the address may be somebody else's").not.toContain("Ada");
      expect(message?.attachments).toEqual([]);

      // Opening the link confirms nothing; the button does, and the car stays held.
      await page.goto(/https?:\/\/\S+key=\S+/.exec(message?.text ?? "")?.[0] ?? "");
      await expect(page.getByRole("main")).not.toContainText("Ada");
      await scan();
      await page.getByRole("button", { name: words.order_confirm_email() }).click();
      await expect(page.getByRole("button", { name: words.order_confirm_email() })).toHaveCount(0);
      await expect(page.getByRole("complementary")).toContainText("Ada Reyes");
      await expect(page.getByRole("complementary")).toContainText(place);
      await scan();
      for (const paper of ["Letter", "A4"] as const) expect(await sheets(page, paper), paper).toBe(1);
      const [confirmed] = await emails({ recipient: email, kind: "order_address_confirmed" });
      const [file] = confirmed?.attachments ?? [];
      expect(file).toMatchObject({ filename: `${number}.ics` });
      expect(file?.contentType).toContain("text/calendar");
      expect(file?.content.match(/BEGIN:VEVENT/g)).toHaveLength(2);
      expect(file?.content).toContain(car.name);
    });
  });
}

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("a second visitor is offered the next available dates and similar cars, and requests one", async ({
    language,
    page,
    words,
    car,
    anotherVisitor,
    allow,
    scan,
    request,
  }) => {
    // Days on which no other journey orders a car: a similar car must be free too.
    const dates = threeMonths(240);
    const query = new URLSearchParams(dates).toString();
    const first = {
      ...dates,
      carId: car.id,
      customerName: "Ada Reyes",
      customerEmail: "ada.first@mail.example",
      pickupLocation: place,
    };
    const quote = (await (
      await request.post("/api/quotes", { data: { carId: car.id, ...dates } })
    ).json()) as { total: string };
    await page.goto(`/cars/${car.id}?${query}`);
    const second = await anotherVisitor();
    await second.goto(`/cars/${car.id}?${query}`);
    expect(
      (await request.post("/api/bookings", { data: { ...first, totalPrice: quote.total } })).status(),
    ).toBe(201);

    allow(/409/);
    await fill(second, words, "ben.second@mail.example");
    await submit(second, words).click();
    const taken = form(second, words).getByRole("alert").filter({ hasText: words.request_taken() });
    await expect(taken).toBeFocused();
    await expect(taken).toContainText(words.request_nothing_lost());
    await scan(second);
    const similar = taken.getByRole("link").first();
    await expect(similar).toHaveAttribute("href", new RegExp(`^/cars/[0-9a-f-]{36}\\?${query}$`));
    const offered = taken.getByRole("button").first();
    await expect(offered).toContainText(formatDate(addDays(dates.returnDate, 1), language));
    await offered.click();
    await expect(form(second, words).getByLabel(words.request_pickup(), { exact: true })).toHaveValue(
      addDays(dates.returnDate, 1),
    );
    await expect(form(second, words).getByLabel(words.request_name())).toHaveValue("Ada Reyes");
    await submit(second, words).click();
    await expect(form(second, words).getByRole("status")).toContainText("LB-");

    // The first browser's page is out of date by now: it is refused too, and takes a similar car.
    await fill(page, words, "cleo.third@mail.example");
    await submit(page, words).click();
    await form(page, words)
      .getByRole("alert")
      .filter({ hasText: words.request_taken() })
      .getByRole("link")
      .last()
      .click();
    await expect(page).not.toHaveURL(new RegExp(car.id));
    // The other car's form has replaced this one.
    await expect(form(page, words)).not.toContainText(words.request_taken());
    await expect(form(page, words).getByLabel(words.request_return(), { exact: true })).toHaveValue(
      dates.returnDate,
    );
    await fill(page, words, "cleo.third@mail.example");
    await submit(page, words).click();
    await expect(form(page, words).getByRole("status")).toContainText("LB-");
  });
});

async function expectFalling(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const prices = (
        await page.getByRole("main").getByRole("listitem").locator(".price b").allTextContents()
      ).map((text) => Number(text.replace(/[^\d.]/g, "")));
      return (
        prices.length > 1 && prices.every((price, place) => place === 0 || price <= (prices[place - 1] ?? 0))
      );
    })
    .toBe(true);
}
