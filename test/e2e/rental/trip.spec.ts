import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import type { Car } from "#contract/cars.ts";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { callsOf, openSession } from "../people.ts";
import { confirmedRental } from "../rentals.ts";

let shade = 0;
const photo = async (name: string) => ({
  name: `${name}.jpg`,
  mimeType: "image/jpeg",
  buffer: await sharp({
    create: { width: 2000, height: 1500, channels: 3, background: { r: 70, g: ++shade * 11, b: 120 } },
  })
    .jpeg()
    .toBuffer(),
});
const slots = ["front", "back", "interior", "odometer"] as const;

/** A rental for a month from today, handed over by an administrator. */
async function begunRental(request: APIRequestContext, car: Car) {
  const { renter, order } = await confirmedRental(request, car, 0);
  const headers = await callsOf(request, admin);
  const path = `/api/orders/${order.id}/condition-records`;
  const begun = await request.post(path, {
    headers,
    data: { kind: "pickup", odometer: 12_000, fuelEighths: 8, remark: "Scratch on the left door" },
  });
  const { id } = (await begun.json()) as { id: string };
  for (const slot of slots) {
    const sent = await request.put(`${path}/${id}/images/${slot}`, {
      headers,
      multipart: { file: await photo(slot) },
    });
    expect(sent.status()).toBe(200);
  }
  const finished = await request.post(`${path}/${id}/finish`, {
    headers,
    data: { overrideReason: "Seen in person" },
  });
  expect(finished.status()).toBe(200);
  return { renter, order };
}

const inputOf = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true }).locator("input[type=file]").first();

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a renter returns the car with four photos over a network that breaks off, and reviews it", async ({
    page,
    words,
    request,
    car,
    scan,
    allow,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    allow(/ERR_INTERNET_DISCONNECTED|internetdisconnected/);
    const { renter, order } = await begunRental(request, car);
    await openSession(page, renter);
    await page.goto(`/dashboard/trips/${order.id}`);
    const records = page.getByRole("region", { name: words.condition_title() });
    await expect(records).toContainText(words.condition_check_whole());
    await expect(records).toContainText("Scratch on the left door");
    await records.getByRole("link", { name: words.condition_record_return(), exact: true }).click();

    await expect(page).toHaveURL(`/trip-complete/${order.id}`);
    // Handed over today: a day is paid, and the rest of the month comes off.
    await expect(page.getByText(words.condition_early_free({ days: "7" }))).toBeVisible();
    await expect(page.getByText(words.changes_difference())).toBeVisible();
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.condition_early_take() }).click();
    await scanBoth(page, scan);
    const finish = page.getByRole("button", { name: words.condition_finish_early({ total: "" }).trim() });
    await finish.click();
    await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();

    // The network fails during the upload, but the photo is not lost: its upload goes on by itself.
    const images = "**/condition-records/*/images/front";
    await page.route(images, (route) => route.abort("internetdisconnected"));
    await inputOf(page, words.condition_slot_front()).setInputFiles(await photo("front"));
    await expect(page.getByText(words.condition_waiting_network())).toBeVisible();
    await page.unroute(images);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByRole("img", { name: words.condition_slot_front() })).toBeVisible();
    const two = [words.condition_slot_back(), words.condition_slot_interior()];
    for (const name of two) await inputOf(page, name).setInputFiles(await photo(name));
    for (const name of two) await expect(page.getByRole("img", { name })).toBeVisible();

    // Photos that have arrived stay, even if the page is left.
    await page.reload();
    await page.getByRole("button", { name: words.condition_early_take() }).click();
    await expect(page.getByRole("img", { name: words.condition_slot_back() })).toBeVisible();
    await inputOf(page, words.condition_slot_odometer()).setInputFiles(await photo("odometer"));
    await expect(page.getByRole("img", { name: words.condition_slot_odometer() })).toBeVisible();
    const reading = page.getByLabel(words.condition_odometer(), { exact: true }).last();
    await reading.fill("11,850");
    await expect(
      page.getByText(words.condition_low_reading({ now: "11,850", pickup: "12,000" })),
    ).toBeVisible();
    await finish.click();
    await expect(page.getByText(words.condition_low_reading_missing())).toBeVisible();
    await reading.fill("12,850");
    await expect(page.getByLabel(words.condition_low_reading_why())).toBeHidden();
    await page.getByLabel(words.condition_fuel()).fill("5");
    await scanBoth(page, scan);
    await finish.click();
    await expect(page.getByRole("button", { name: words.reviews_send() })).toBeVisible();

    await page.goto("/dashboard/trips");
    await page.getByRole("link", { name: words.reviews_rate() }).click();
    await page.getByRole("button", { name: words.reviews_send() }).click();
    await expect(page.getByText(words.reviews_rating_missing())).toBeVisible();
    await page
      .getByLabel(words.reviews_stars({ rating: "4" }))
      .first()
      .check();
    await page.getByLabel(words.reviews_comment()).fill("车况很好。");
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.reviews_send() }).click();
    await expect(page.getByText(words.condition_done_title())).toBeVisible();

    await page.getByRole("main").getByRole("link", { name: words.condition_to_trip() }).last().click();
    await expect(records).toContainText(words.condition_driven({ miles: "850", included: "1,000" }));
    await expect(records).toContainText(words.condition_check_whole());
    await records
      .getByRole("button", {
        name: words.condition_enlarge({
          name: `${words.condition_slot_front()}, ${words.condition_return()}`,
        }),
      })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: words.condition_zoom_in() }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await scanBoth(page, scan);

    const visitor = await anotherVisitor();
    await visitor.goto(`/cars/${car.id}`);
    await expect(visitor.getByRole("region", { name: words.reviews_title() })).toContainText("车况很好。");
  });
});

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("an administrator sees an order's records and records the car's return", async ({
    page,
    words,
    request,
    car,
    scan,
  }) => {
    test.setTimeout(180_000);
    const { renter, order } = await begunRental(request, car);
    // An order placed without signing in becomes the renter's when they look at it.
    const headers = await callsOf(request, renter);
    await request.get(`/api/account/orders/${order.id}`, { headers });
    const path = `/api/orders/${order.id}/condition-records`;
    const begun = await request.post(path, { headers, data: { kind: "return" } });
    const { id } = (await begun.json()) as { id: string };
    for (const slot of slots)
      await request.put(`${path}/${id}/images/${slot}`, {
        headers,
        multipart: { file: await photo(slot) },
      });
    const finished = await request.post(`${path}/${id}/finish`, {
      headers,
      data: { odometer: 12_400, fuelEighths: 4 },
    });
    expect(finished.status()).toBe(200);

    await openAsAdmin(page, `/admin/order-management?order=${order.id}`);
    const part = page.getByRole("region", { name: words.condition_admin_title(), exact: true });
    await expect(part).toContainText(words.condition_check_whole());
    await expect(part).toContainText(words.condition_driven({ miles: "400", included: "1,000" }));
    await scanBoth(page, scan);
    await part.getByRole("button", { name: words.condition_car_back() }).click();
    await expect(part.getByText(words.condition_car_out())).toBeHidden();
    await expect(page.getByRole("dialog")).toContainText(words.condition_admin_car_back());
  });
});

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a renter changes the handover's place and time, and cancels in the end", async ({
    page,
    words,
    request,
    car,
    scan,
    allow,
  }) => {
    // The page of a cancelled order loads all its data again before it knows that no agreement is needed.
    allow(/\b409\b.*\/agreement/);
    const { renter, order } = await confirmedRental(request, car);
    await openSession(page, renter);
    await page.goto(`/dashboard/trips/${order.id}`);
    await page.getByText(words.changes_pickup_title()).click();
    // The list of what is missing before the pickup is at the top of the page, and nowhere else.
    await expect(page.getByRole("region", { name: words.drivers_title(), exact: true })).toBeVisible();
    await expect(page.getByText(words.trip_next_missing())).toHaveCount(1);
    await page.getByRole("button", { name: words.changes_save() }).click();
    await expect(page.getByText(words.changes_unchanged())).toBeVisible();
    await page.getByLabel(words.changes_pickup_place()).fill("9 Harbor Way");
    await page.getByLabel(words.changes_pickup_time()).selectOption("12:30");
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.changes_save() }).click();
    await expect(page.locator(".toast")).toContainText(words.changes_saved());
    await expect(page.getByRole("complementary")).toContainText("9 Harbor Way");

    await page.getByText(words.order_cancel(), { exact: true }).click();
    await expect(page.getByText(words.order_cancel_ask_unpaid({ number: order.orderNumber }))).toBeVisible();
    await page.getByRole("button", { name: words.order_cancel_yes() }).click();
    await expect(page.getByText(words.changes_pickup_title())).toBeHidden();
    // The button was far below the new message of the page.
    await expect(page.locator("#trip-now")).toBeFocused();
    await expect(page.locator("#trip-now")).toBeInViewport();
  });
});
