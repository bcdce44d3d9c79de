import { expect, type Locator, type Page } from "@playwright/test";
import { addDays } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { filtersOf, inFilters } from "../filters.ts";
import { today, type Words } from "../fixtures.ts";

export type PageName = "home" | "list" | "car" | "search" | "plans" | "contact" | "information" | "sign-in";
type Visit = { page: Page; words: Words };

/**
 * One kind of touch: what a person does, and how the test sees that its effect is still there once the application
 * has taken over.
 */
export type Touch = {
  name: string;
  on: readonly PageName[];
  /** Needs a visit of its own: the touch moves what other touches need, or leads to another page. */
  isAlone?: boolean;
  act: (visit: Visit) => Promise<void>;
  stays: (visit: Visit) => Promise<void>;
};

const everywhere: readonly PageName[] = [
  "home",
  "list",
  "car",
  "search",
  "plans",
  "contact",
  "information",
  "sign-in",
];
const from = addDays(today(), 40);
/** A day on which no car of the demonstration is booked. */
const freeDay = addDays(today(), 250);

const menu = (page: Page) => page.locator("header details.menu:not(.account-menu)");
const main = (page: Page) => page.getByRole("main");
const textIn = (page: Page) =>
  main(page)
    .locator("input:is([type=search],[type=email],[name=model],[name=customerName],[name=email])")
    .first();
const chip = ({ page, words }: Visit, months: number) =>
  page
    .getByRole("group", { name: words.request_length() })
    .getByRole("button", { name: words.price_months({ count: months }) });
/** The first row of pictures that can be scrolled: a car of another journey may have only one picture. */
const track = (page: Page) => main(page).locator(".carousel .track:has(> .slide + .slide)").first();

const isOpen = (details: Locator) => details.evaluate((one) => (one as HTMLDetailsElement).open);
const scrolledTo = (element: Locator) => element.evaluate((one) => Math.round(one.scrollLeft));

/** A finger that stays down in one place as long as a slow hand would keep it. */
async function holdDown(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("Nothing to press");
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

export const touches: readonly Touch[] = [
  {
    name: "the menu is opened",
    on: everywhere,
    isAlone: true,
    act: ({ page }) => menu(page).locator("summary").tap(),
    stays: async ({ page }) => expect(await isOpen(menu(page))).toBe(true),
  },
  {
    name: "the menu is opened and closed again",
    on: ["home", "list", "car"],
    isAlone: true,
    async act({ page }) {
      await menu(page).locator("summary").tap();
      await menu(page).locator("summary").tap();
    },
    stays: async ({ page }) => expect(await isOpen(menu(page))).toBe(false),
  },
  {
    name: "the menu is pressed for long",
    on: ["home", "plans"],
    isAlone: true,
    act: ({ page }) => holdDown(page, menu(page).locator("summary")),
    stays: async ({ page }) => expect(await isOpen(menu(page))).toBe(true),
  },
  {
    name: "the menu is opened by keyboard",
    on: ["search", "contact"],
    isAlone: true,
    async act({ page }) {
      await menu(page).locator("summary").focus();
      await page.keyboard.press("Enter");
    },
    async stays({ page }) {
      expect(await isOpen(menu(page))).toBe(true);
      await expect(menu(page).locator("summary")).toBeFocused();
    },
  },
  {
    name: "a question is opened",
    on: ["home"],
    act: ({ page }) => page.locator("details.ask summary").nth(1).tap(),
    stays: async ({ page }) => expect(await isOpen(page.locator("details.ask").nth(1))).toBe(true),
  },
  {
    name: "a folded part of a form is opened",
    on: ["car"],
    act: ({ page }) => page.locator("details.fold summary").first().tap(),
    stays: async ({ page }) => expect(await isOpen(page.locator("details.fold").first())).toBe(true),
  },
  {
    name: "a text is typed",
    on: everywhere.filter((name) => name !== "plans"),
    act: ({ page }) => textIn(page).pressSequentially("somebody"),
    stays: ({ page }) => expect(textIn(page)).toHaveValue("somebody"),
  },
  {
    name: "a part of what was typed is selected",
    on: ["list", "sign-in"],
    isAlone: true,
    async act({ page }) {
      await textIn(page).pressSequentially("somebody");
      for (let times = 0; times < 4; times++) await page.keyboard.press("Shift+ArrowLeft");
    },
    async stays({ page }) {
      await expect(textIn(page)).toBeFocused();
      await page.keyboard.press("Backspace");
      await expect(textIn(page)).toHaveValue("some");
    },
  },
  {
    name: "several lines are typed",
    on: ["contact"],
    act: ({ page, words }) =>
      page.getByLabel(words.contact_form_message(), { exact: true }).fill("One line.\nAnother."),
    stays: ({ page, words }) =>
      expect(page.getByLabel(words.contact_form_message(), { exact: true })).toHaveValue(
        "One line.\nAnother.",
      ),
  },
  {
    name: "a number is typed",
    on: ["search"],
    act: ({ page, words }) =>
      inFilters(page, (filters) => filters.getByLabel(words.search_max_price()).fill("900")),
    stays: ({ page, words }) => expect(page.getByLabel(words.search_max_price())).toHaveValue("900"),
  },
  {
    name: "something is chosen from a list",
    on: ["home", "plans"],
    act: ({ page }) =>
      main(page)
        .locator("select[name=location]")
        .selectOption("San Jose")
        .then(() => undefined),
    stays: ({ page }) => expect(main(page).locator("select[name=location]")).toHaveValue("San Jose"),
  },
  {
    name: "a date is typed",
    on: ["home", "car", "plans"],
    act: ({ page }) => main(page).locator("input[type=date]").first().fill(from),
    stays: ({ page }) => expect(main(page).locator("input[type=date]").first()).toHaveValue(from),
  },
  {
    name: "a date is typed into the filters",
    on: ["list", "search"],
    act: ({ page }) => inFilters(page, (filters) => filters.locator("input[type=date]").first().fill(from)),
    stays: ({ page }) => expect(main(page).locator("input[type=date]").first()).toHaveValue(from),
  },
  {
    name: "the filters are opened",
    on: ["list", "search"],
    isAlone: true,
    act: ({ page }) => page.locator("button.filter-open").tap(),
    stays: ({ page }) => expect(filtersOf(page)).toBeVisible(),
  },
  {
    name: "an order of the list is chosen",
    on: ["list"],
    isAlone: true,
    act: ({ page, words }) =>
      page
        .getByLabel(words.cars_sort_label())
        .selectOption("price-high")
        .then(() => undefined),
    async stays({ page, words }) {
      await expect(page).toHaveURL(/sort=price-high/);
      await expect(page.getByLabel(words.cars_sort_label())).toHaveValue("price-high");
      const prices = page.locator(".cars .price b");
      const figure = (text: string | null) => Number(text?.replace(/\D/g, ""));
      await expect
        .poll(
          async () => figure(await prices.first().textContent()) > figure(await prices.last().textContent()),
        )
        .toBe(true);
    },
  },
  {
    name: "a city is chosen for the list",
    on: ["list", "search"],
    isAlone: true,
    act: ({ page, words }) =>
      inFilters(page, (filters) =>
        filters.getByLabel(words.cars_city_label(), { exact: true }).selectOption("Fremont"),
      ),
    async stays({ page, words }) {
      await expect(page).toHaveURL(/location=Fremont/);
      await expect(page.getByLabel(words.cars_city_label(), { exact: true })).toHaveValue("Fremont");
    },
  },
  {
    name: "a plan is chosen",
    on: ["plans"],
    act: ({ page }) => page.locator("label:has(input[value=standard])").tap(),
    stays: ({ page }) => expect(page.locator("input[name=tier][value=standard]")).toBeChecked(),
  },
  {
    name: "insurance is chosen and a box is ticked",
    on: ["information"],
    async act({ page }) {
      await page.locator("label:has(input[name=insurance])").nth(1).tap();
      await page.locator("label:has(input[name=age])").tap();
    },
    async stays({ page }) {
      await expect(page.locator("input[name=insurance]").nth(1)).toBeChecked();
      await expect(page.locator("input[name=age]")).toBeChecked();
      await expect(page.locator("input[name=experience]")).not.toBeChecked();
    },
  },
  {
    name: "pictures are moved on",
    on: ["home", "list", "car"],
    async act({ page }) {
      await track(page).scrollIntoViewIfNeeded();
      await track(page).evaluate((row) => row.scrollTo({ left: row.clientWidth, behavior: "instant" }));
    },
    async stays({ page }) {
      expect(await scrolledTo(track(page))).toBeGreaterThan(100);
    },
  },
  {
    name: "the page is scrolled",
    on: ["home", "list", "car", "search"],
    isAlone: true,
    async act({ page }) {
      await page.evaluate(() => window.scrollTo(0, 700));
      await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(700);
    },
    stays: async ({ page }) => expect(await page.evaluate(() => Math.round(window.scrollY))).toBe(700),
  },
  {
    name: "a length is pressed",
    on: ["car"],
    isAlone: true,
    async act(visit) {
      await visit.page.locator("input[name=pickupDate]").fill(from);
      await chip(visit, 3).tap();
    },
    async stays(visit) {
      await expect(visit.page.locator("input[name=pickupDate]")).toHaveValue(from);
      await expect(visit.page.locator("input[name=returnDate]")).toHaveValue(returnDateFor(from, 3));
      await expect(chip(visit, 3)).toHaveAttribute("aria-pressed", "true");
    },
  },
  {
    name: "a day of the calendar is tapped",
    on: ["car"],
    isAlone: true,
    act: ({ page }) => page.locator(`[data-day="${freeDay}"]`).tap(),
    async stays({ page }) {
      await expect(page).toHaveURL(new RegExp(`pickupDate=${freeDay}`));
      await expect(page.locator("input[name=pickupDate]")).toHaveValue(freeDay);
    },
  },
  {
    name: "a length is pressed for long",
    on: ["car"],
    isAlone: true,
    async act(visit) {
      await visit.page.locator("input[name=pickupDate]").fill(from);
      await holdDown(visit.page, chip(visit, 6));
    },
    stays: ({ page }) => expect(page.locator("input[name=returnDate]")).toHaveValue(returnDateFor(from, 6)),
  },
  {
    name: "the Tab key is pressed",
    on: ["home", "list", "plans"],
    isAlone: true,
    async act({ page }) {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
    },
    stays: ({ page }) => expect(page.locator(":focus")).toHaveAttribute("href", "/"),
  },
  {
    name: "the password is looked at, twice",
    on: ["sign-in"],
    isAlone: true,
    async act({ page, words }) {
      await page.locator("input[name=password]").fill("a secret of mine");
      await page.getByRole("button", { name: words.password_show() }).tap();
      await page.locator("input[name=password] + button").tap();
    },
    async stays({ page }) {
      await expect(page.locator("input[name=password]")).toHaveAttribute("type", "password");
      await expect(page.locator("input[name=password]")).toHaveValue("a secret of mine");
    },
  },
  {
    name: "one signs in, with a wrong password",
    on: ["sign-in"],
    isAlone: true,
    async act({ page }) {
      await page.locator("input[name=email]").fill("nobody@mail.example");
      await page.locator("input[name=password]").fill("not my password");
      await page.locator("form[data-draft=sign-in] button[type=submit]").tap();
    },
    async stays({ page }) {
      await expect(main(page).getByRole("alert")).not.toBeEmpty();
      await expect(page).toHaveURL("/signin");
      await expect(page.locator("input[name=email]")).toHaveValue("nobody@mail.example");
    },
  },
  {
    name: "the language is switched after typing",
    on: ["list", "contact", "information"],
    isAlone: true,
    async act({ page, words }) {
      // The hash is set without following a link, which would take the focus away during the typing.
      await page.evaluate(() => history.replaceState(history.state, "", "#end"));
      await textIn(page).pressSequentially("somebody");
      await page.evaluate(() => Object.assign(window, { isOld: true }));
      await page.getByRole("link", { name: words.layout_other_language(), exact: true }).tap();
      await page.waitForFunction(() => !("isOld" in window));
      await expect(page.locator("html")).toHaveAttribute("lang", "zh");
      await expect(textIn(page)).toHaveValue("somebody");
    },
    async stays({ page }) {
      expect(new URL(page.url()).hash).toBe("#end");
      await expect(textIn(page)).toHaveValue("somebody");
    },
  },
];
