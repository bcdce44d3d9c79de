import { type Page } from "@playwright/test";
import { addDays, formatDate } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { showCars } from "../filters.ts";
import { expect, test, today, ways } from "../fixtures.ts";

const pickupDate = addDays(today(), 20);
const returnDate = returnDateFor(pickupDate, 1);

const seen = (page: Page, name: RegExp | string) =>
  page.getByRole("button", { name }).filter({ visible: true }).first();

// A browser without script blocks the scripts that a page preloads.
test.beforeEach(({ allow }) => allow(/^request: csp \S+\.js$/));

test.describe("en, desktop", () => {
  test.use({ ...ways["en, desktop"], javaScriptEnabled: false });

  test("the address of an answer opens it without script", async ({ page }) => {
    await page.goto("/faq#deposit");
    await expect(page.locator("details.ask[open] #deposit")).toBeInViewport();
  });

  test("the list has filters, a search and pages without script", async ({ page, words }) => {
    await page.goto("/cars");
    const first = page.getByRole("main").getByRole("heading", { level: 3 }).first();
    const cheapest = await first.textContent();
    // By keyboard: cards that come near for the first time still move the cards below them.
    await page.getByRole("link", { name: words.cars_show_more() }).press("Enter");
    await expect(page).toHaveURL(/cursor=/);
    const pages = page.getByRole("navigation", { name: words.cars_pages() });
    const total = Number(/\d+/.exec((await page.locator("#results").textContent()) ?? "")?.[0]);
    await expect(pages).toContainText(words.cars_range_of({ from: 25, until: 48, total }));
    await expect(first).not.toHaveText(cheapest ?? "");
    await page.getByRole("link", { name: words.cars_first_page() }).press("Enter");
    await expect(first).toHaveText(cheapest ?? "");
    await page
      .getByRole("navigation", { name: words.cars_categories() })
      .getByRole("link", { name: words.cars_category_electric() })
      .click();
    await expect(page).toHaveURL("/cars?category=Electric");
    await page.getByRole("searchbox", { name: words.cars_find_label() }).fill("tesls");
    await page.getByLabel(words.cars_sort_label()).selectOption("newest");
    await page.getByRole("button", { name: words.search_submit(), exact: true }).click();
    await expect(page).toHaveURL(/q=tesls&category=Electric&.*sort=newest/);
    await expect(first).toContainText("Tesla");
    await expect(page.getByLabel(words.cars_sort_label())).toHaveValue("newest");
    await page.getByRole("link", { name: words.cars_clear_filters() }).click();
    await expect(page).toHaveURL("/cars");
    await page.getByRole("link", { name: words.layout_other_language(), exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "zh");
    await page.goto("/search");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh");
  });

  test("the search works without script and keeps its fields", async ({ page, words }) => {
    await page.goto("/search");
    await page.getByLabel(words.search_make()).selectOption("Tesla");
    await page.getByLabel(words.search_max_price()).fill("1300");
    await showCars(page);
    await expect(page).toHaveURL(/maxPrice=1300.*brand=Tesla/);
    await expect(page.getByLabel(words.search_max_price())).toHaveValue("1300");
    const names = await page.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toContain("Tesla");
  });
});

test.describe("zh, desktop", () => {
  test.use({ ...ways["zh, desktop"], javaScriptEnabled: false });

  test("a plan is ordered with PayPal and canceled by the email's key, without script", async ({
    language,
    page,
    words,
    emails,
  }) => {
    const email = `no.script.${crypto.randomUUID()}@mail.example`;
    await page.goto("/");
    await page.getByLabel(words.home_where(), { exact: true }).selectOption("San Jose");
    await page.getByLabel(words.home_how_long()).selectOption("1");
    await page.getByLabel(words.home_pickup(), { exact: true }).fill(pickupDate);
    await page.getByRole("button", { name: words.home_see_plans() }).click();
    await expect(page).toHaveURL(`/pricing-tiers?location=San+Jose&months=1&from=${pickupDate}`);
    await expect(page.getByRole("main")).toContainText(formatDate(returnDate, language));
    await page.getByRole("radio", { name: words.plans_basic_text() }).check();
    await page.getByRole("button", { name: words.plans_confirm(), exact: true }).click();

    await page.getByRole("textbox", { name: words.information_first_name(), exact: true }).fill("明");
    await page.getByRole("textbox", { name: words.information_last_name(), exact: true }).fill("陈");
    await page.getByRole("textbox", { name: words.request_email() }).fill(email);
    await page.getByRole("radio", { name: words.order_liability_ultimate() }).check();
    await page.getByRole("checkbox", { name: words.information_age() }).check();
    await page.getByRole("checkbox", { name: words.information_experience() }).check();
    await seen(page, words.information_continue()).click();

    await expect(page).toHaveURL(/\/checkout\?/);
    await expect(page.getByRole("radio", { name: words.checkout_card() })).toBeHidden();
    await expect(page.getByRole("textbox", { name: words.checkout_card_number() })).toBeHidden();
    await expect(page.getByText(words.checkout_no_script())).toBeVisible();
    await page.getByRole("radio", { name: "PayPal" }).check();
    await seen(page, words.checkout_place()).click();

    await expect(page).toHaveURL(/\/order-complete\?order=[0-9a-f-]{36}&placed=1$/);
    // 599 for the plan, 79 for liability.
    await expect(page.getByRole("complementary")).toContainText("US$678.00");
    await expect(page.getByRole("button", { name: words.order_print() })).toBeHidden();
    await expect(page.getByRole("button", { name: words.order_cancel_yes() })).toHaveCount(0);

    const [message] = await emails({ recipient: email });
    const link = /https?:\/\/\S+key=\S+/.exec(message?.text ?? "")?.[0] ?? "";
    await page.goto(link);
    await page.getByRole("button", { name: words.order_confirm_email() }).click();
    await expect(page.getByRole("button", { name: words.order_confirm_email() })).toHaveCount(0);
    expect(await emails({ recipient: email, kind: "order_address_confirmed" })).toHaveLength(1);
    await page.getByText(words.order_cancel(), { exact: true }).click();
    await page.getByRole("button", { name: words.order_cancel_yes() }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.order_heading_cancelled());
    expect(await emails({ recipient: email, kind: "order_cancelled" })).toHaveLength(1);
  });

  test("a request shows its errors and price, keeps what was typed and is placed, without script", async ({
    page,
    words,
    car,
    allow,
    emails,
  }) => {
    allow(/422/);
    const email = `no.script.${crypto.randomUUID()}@mail.example`;
    const form = page.getByRole("form", { name: words.request_title() });
    const submit = form.getByRole("button", { name: /^(Request (for|this car)|提交预订)/ });
    const field = (label: string) => form.getByLabel(label, { exact: true });
    await page.goto(`/cars/${car.id}`);
    await form.getByLabel(words.request_name()).fill("Noor Haddad");
    await field(words.request_pickup()).fill(pickupDate);
    await field(words.request_return()).fill(addDays(pickupDate, 9));
    await submit.click();
    await expect(form).toContainText(words.request_missing_email());
    await expect(form.getByLabel(words.request_name())).toHaveValue("Noor Haddad");
    await expect(field(words.request_pickup())).toHaveValue(pickupDate);
    await form.getByLabel(words.request_email()).fill(email);
    await form.getByLabel(words.request_place()).fill("1 Infinite Loop, Cupertino");
    await submit.click();
    await expect(form).toContainText(words.order_error_too_short({ days: car.minRentDays }));
    await expect(form.getByLabel(words.request_email())).toHaveValue(email);

    await field(words.request_return()).fill(addDays(pickupDate, 90));
    await submit.click();
    await expect(form.getByRole("alert")).toContainText(/\$[\d,]+\.\d\d/);
    const total = /\$[\d,]+\.\d\d/.exec((await form.getByRole("alert").textContent()) ?? "")?.[0] ?? "none";
    await expect(form.getByLabel(words.request_place())).toHaveValue("1 Infinite Loop, Cupertino");
    await submit.click();
    await expect(page).toHaveURL(/\/order-complete\?order=[0-9a-f-]{36}&placed=1$/);
    await expect(page.getByRole("main")).toContainText(words.request_success_title());
    await expect(page.getByRole("main")).toContainText(words.request_success_text());
    await expect(page.getByRole("complementary")).toContainText(total);
    expect(await emails({ recipient: email, kind: "order_received" })).toHaveLength(1);
  });

  test("an unknown address says that it was not found, without script", async ({ page, words, allow }) => {
    allow(/404/);
    await page.goto("/no/such/page");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.layout_not_found_title());
    await expect(page.getByRole("main")).toContainText(words.layout_not_found_hint());
    await page.getByRole("main").getByRole("link", { name: words.layout_return_home() }).click();
    await expect(page).toHaveURL("/");
  });
});
