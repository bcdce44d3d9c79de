import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import type { Car } from "#contract/cars.ts";
import type { HostCar } from "#contract/host-cars.ts";
import { addDays, type IsoDate } from "#domain/dates.ts";
import { dateFormat } from "#domain/date-format.ts";
import type { Language } from "#domain/languages.ts";
import { expect, scanBoth, test, today, ways, waysOf } from "../fixtures.ts";
import { listedCar, newHost } from "../hosts.ts";
import { newPerson, openSession, placeOrder } from "../people.ts";

/** A day in the next month, so that it is neither over nor too near. */
const nextMonth = addDays(`${today().slice(0, 8)}01`, 32).slice(0, 8);
const day = (number: number): IsoDate => `${nextMonth}${String(number).padStart(2, "0")}`;
const shown = `/host/calendar?from=${day(1)}`;

const wholeDay = (date: IsoDate, language: Language): string =>
  dateFormat(language, { timeZone: "UTC", dateStyle: "full" }).format(Date.parse(date));
const rowOf = (page: Page, car: Pick<HostCar, "plateNumber">): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: car.plateNumber }) });
/** The one cell of a car's row, if its day is this. */
const cell = (row: Locator, date: IsoDate, language: Language): Locator =>
  row.getByRole("gridcell", { name: wholeDay(date, language) });

/** The days of a car's row in the shown month, and where one of them is in it. */
async function columnOf(row: Locator, date: IsoDate) {
  const days = row.locator("[data-days]");
  const { width = 0, height = 0 } = (await days.boundingBox()) ?? {};
  const count = Number(addDays(`${addDays(day(1), 31).slice(0, 8)}01`, -1).slice(8));
  const position = { x: (width * (Number(date.slice(8)) - 0.5)) / count, y: height / 2 };
  return { days, position };
}
async function pressDay(row: Locator, date: IsoDate): Promise<void> {
  const { days, position } = await columnOf(row, date);
  await days.click({ position });
}
async function hoverDay(row: Locator, date: IsoDate): Promise<void> {
  const { days, position } = await columnOf(row, date);
  await days.hover({ position });
}
/** What a screen reader says of a day, reached by the keys. */
async function saysOf(row: Locator, date: IsoDate, language: Language): Promise<string> {
  const page = row.page();
  await row.getByRole("gridcell").focus();
  await page.keyboard.press("Home");
  for (let at = 1; at < Number(date.slice(8)); at++) await page.keyboard.press("ArrowRight");
  const said = (await row.getByRole("gridcell").getAttribute("aria-label")) ?? "";
  return said.startsWith(wholeDay(date, language)) ? said : "";
}

/** Another service with one calendar of these days. As in such calendars, the last day is not included. */
async function serviceWith(from: IsoDate, before: IsoDate) {
  const plain = (date: IsoDate) => date.replaceAll("-", "");
  const calendar = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Another service//EN",
    "BEGIN:VEVENT",
    "UID:1@another.example",
    "DTSTAMP:20260101T000000Z",
    `DTSTART;VALUE=DATE:${plain(from)}`,
    `DTEND;VALUE=DATE:${plain(before)}`,
    "SUMMARY:Reserved",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  const server = createServer((asked, answer) => {
    if (asked.url === "/cars.ics") answer.setHeader("content-type", "text/calendar").end(calendar);
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    at: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a host blocks days by dragging, sees who has other days, and removes and restores the block", async ({
    language,
    page,
    words,
    request,
    scan,
    allow,
  }) => {
    const { host, headers } = await newHost(request);
    const first = await listedCar(request, headers);
    const second = await listedCar(request, headers, { model: "Corolla" });
    await openSession(page, host);
    await page.goto(shown);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.calendar_title());
    const row = rowOf(page, first);
    await expect(rowOf(page, second)).toBeVisible();

    await hoverDay(row, day(10));
    await page.mouse.down();
    await hoverDay(row, day(12));
    await hoverDay(row, day(14));
    await page.mouse.up();
    const form = page.getByRole("dialog", { name: words.calendar_block() });
    await expect(form.getByLabel(words.calendar_from())).toHaveValue(day(10));
    await expect(form.getByLabel(words.calendar_until())).toHaveValue(day(14));
    await scanBoth(page, scan);
    await form.getByLabel(words.calendar_note()).fill("Family visit");
    await form.getByRole("button", { name: words.calendar_block_send() }).click();
    await expect(form).toBeHidden();
    await expect.poll(() => saysOf(row, day(12), language)).toContain("Family visit");
    await expect.poll(() => saysOf(row, day(15), language)).toContain(words.calendar_day_free());
    await expect
      .poll(() => saysOf(rowOf(page, second), day(12), language))
      .toContain(words.calendar_day_free());
    await scanBoth(page, scan);

    await pressDay(row, day(13));
    const opened = page.getByRole("dialog", { name: words.calendar_kind_own() });
    await expect(opened).toContainText("Family visit");
    await opened.getByRole("button", { name: words.calendar_unblock() }).click();
    await expect(opened).toBeHidden();
    await expect.poll(() => saysOf(row, day(12), language)).toContain(words.calendar_day_free());
    await page.locator(".toast").getByRole("button", { name: words.calendar_undo() }).click();
    await expect.poll(() => saysOf(row, day(12), language)).toContain("Family visit");

    // Somebody orders the days while the form is open.
    await pressDay(rowOf(page, second), day(20));
    await form.getByLabel(words.calendar_note()).fill("A trip of our own");
    const order = await placeOrder(request, { id: second.id } as Car, newPerson().email, 45);
    allow(/409/);
    await form.getByLabel(words.calendar_from()).fill(order.pickupDate);
    await form.getByLabel(words.calendar_until()).fill(order.pickupDate);
    await form.getByRole("button", { name: words.calendar_block_send() }).click();
    await expect(form.getByRole("alert")).toContainText(order.orderNumber);
    await expect(form.getByLabel(words.calendar_note())).toHaveValue("A trip of our own");
    await expect(form.getByLabel(words.calendar_from())).toHaveValue(order.pickupDate);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: words.admin_typed_discard() }).click();
    await expect(form).toBeHidden();

    await page.goto(`/host/calendar?span=year`);
    await page.getByText(words.calendar_as_list()).click();
    await page
      .getByRole("button", {
        name: words.calendar_entry_order({
          orderNumber: order.orderNumber,
          status: words.order_status_pending(),
        }),
      })
      .click();
    const shownOrder = page.getByRole("dialog", {
      name: words.calendar_order({ orderNumber: order.orderNumber }),
    });
    await expect(shownOrder).toContainText(words.order_status_pending());
    await expect(shownOrder).not.toContainText("Ann Lee");
    await scan();
  });

  test("a host's calendar works by keyboard alone, even into the next months", async ({
    language,
    page,
    words,
    request,
  }) => {
    const { host, headers } = await newHost(request);
    const car = await listedCar(request, headers);
    await openSession(page, host);
    await page.goto(shown);
    const row = rowOf(page, car);
    await cell(row, day(1), language).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL("/host/calendar");
    await expect(cell(row, addDays(day(1), -1), language)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(shown);
    await expect(cell(row, day(1), language)).toBeFocused();
    for (const key of ["ArrowRight", "ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight"])
      await page.keyboard.press(key);
    await expect(row.locator("[aria-selected='true']")).toHaveAccessibleName(
      words.calendar_days_chosen({
        day: wholeDay(day(5), language),
        state: words.calendar_day_free(),
        days: words.common_days({ days: 3 }),
      }),
    );
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: words.calendar_block() });
    await expect(form.getByLabel(words.calendar_from())).toHaveValue(day(3));
    await expect(form.getByLabel(words.calendar_until())).toHaveValue(day(5));
    await form.getByLabel(words.calendar_note()).focus();
    await page.keyboard.press("Enter");
    await expect(form).toBeHidden();
    await expect(cell(row, day(5), language)).toBeFocused();
    await expect.poll(() => saysOf(row, day(4), language)).toContain(words.calendar_kind_own());
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: words.calendar_kind_own() })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(cell(row, day(4), language)).toBeFocused();

    await page.getByRole("button", { name: words.calendar_span_quarter(), exact: true }).press("Enter");
    await expect(page).toHaveURL(/span=quarter/);
    await page.reload();
    await expect(
      page.getByRole("button", { name: words.calendar_span_quarter(), exact: true }),
    ).toHaveAttribute("aria-pressed", "true");
    await page.goBack();
    await expect(page).toHaveURL(shown);
    await page.getByRole("button", { name: words.calendar_span_two_years() }).click();
    await expect(page.getByRole("grid")).toHaveAttribute("aria-colcount", /^73[12]$/);
  });
});

for (const way of waysOf("en, phone", "zh, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a car follows the calendar of another service and publishes its own", async ({
      language,
      page,
      words,
      request,
      scan,
      allow,
    }) => {
      const { host, headers } = await newHost(request);
      const car = await listedCar(request, headers);
      const service = await serviceWith(day(10), day(14));
      await openSession(page, host);
      await page.goto(shown);
      const row = rowOf(page, car);
      const label = page.getByLabel(words.calendar_feed_name(), { exact: true });
      const url = page.getByLabel(words.calendar_feed_url());
      const follow = page.getByRole("button", { name: words.calendar_feed_add(), exact: true });

      allow(/422/);
      await label.fill("Turo");
      await url.fill(service.at("/gone.ics"));
      await follow.click();
      await expect(page.getByRole("main").getByRole("alert")).toContainText("404");
      await expect(label).toHaveValue("Turo");
      await expect(url).toHaveValue(service.at("/gone.ics"));
      await url.fill(service.at("/cars.ics"));
      await follow.click();
      const found = words.calendar_feed_found({
        label: "Turo",
        events: words.calendar_events({ count: 1 }),
        days: words.common_days({ days: 4 }),
      });
      await expect(page.getByText(found)).toBeVisible();
      await expect.poll(() => saysOf(row, day(13), language)).toContain("Turo");
      await expect.poll(() => saysOf(row, day(14), language)).toContain(words.calendar_day_free());
      await scanBoth(page, scan);

      const address = page.getByLabel(words.calendar_address_label());
      const before = await address.inputValue();
      expect(before).toContain(`/api/cars/${car.id}/calendar.ics?key=`);
      expect((await request.get(before)).status()).toBe(200);
      await page.getByRole("button", { name: words.calendar_new_address() }).click();
      const asks = page.getByRole("alertdialog");
      await expect(asks).toContainText(words.calendar_new_address_text());
      await asks.getByRole("button", { name: words.calendar_new_address() }).click();
      await expect(address).not.toHaveValue(before);
      expect((await request.get(before)).status()).toBe(404);
      expect((await request.get(await address.inputValue())).status()).toBe(200);

      await page.getByRole("button", { name: words.calendar_feed_delete_label({ label: "Turo" }) }).click();
      await asks.getByRole("button", { name: words.calendar_feed_delete(), exact: true }).click();
      await expect(page.getByText(words.calendar_no_feeds())).toBeVisible();
      await expect.poll(() => saysOf(row, day(13), language)).toContain(words.calendar_day_free());
      await service.close();
    });
  });

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a host without cars gets a link to them, and a host with a car blocks a day by one tap", async ({
    language,
    page,
    words,
    request,
    scan,
  }) => {
    const { host, headers } = await newHost(request);
    await openSession(page, host);
    await page.goto("/host/calendar");
    await expect(page.getByText(words.calendar_no_cars())).toBeVisible();
    await expect(page.getByRole("link", { name: words.calendar_to_cars() })).toHaveAttribute(
      "href",
      "/host/cars",
    );
    await scan();

    const car = await listedCar(request, headers);
    await page.goto(shown);
    const row = rowOf(page, car);
    await pressDay(row, day(3));
    const form = page.getByRole("dialog", { name: words.calendar_block() });
    await form.getByLabel(words.calendar_until()).fill(day(2));
    await form.getByRole("button", { name: words.calendar_block_send() }).click();
    await expect(form.getByRole("alert")).toHaveText(words.calendar_error_order());
    await form.getByLabel(words.calendar_until()).fill(day(4));
    await form.getByRole("button", { name: words.calendar_block_send() }).click();
    await expect(form).toBeHidden();
    await expect.poll(() => saysOf(row, day(4), language)).toContain(words.calendar_kind_own());
    // Only the days themselves are wider than the phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await scanBoth(page, scan);
  });
});
