import type { APIRequestContext } from "@playwright/test";
import type { Car } from "#contract/cars.ts";
import type { Charge } from "#contract/charges.ts";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { callsOf, openSession } from "../people.ts";
import { photo } from "../photo.ts";
import { confirmedRental, setStatus } from "../rentals.ts";

type Call = Record<string, string>;

/** A running rental that belongs to its renter by their confirmed address. */
async function runningRental(request: APIRequestContext, car: Car) {
  const rental = await confirmedRental(request, car, 0);
  await setStatus(request, rental.order, "in_progress");
  const headers = await callsOf(request, rental.renter);
  const own = await request.get(`/api/account/orders/${rental.order.id}`, { headers });
  expect(own.status()).toBe(200);
  return rental;
}

async function propose(request: APIRequestContext, headers: Call, orderId: string): Promise<Charge> {
  const id = crypto.randomUUID();
  const sent = await request.post("/api/uploads", {
    headers,
    multipart: { id, file: await photo("door.jpg") },
  });
  expect(sent.status()).toBe(201);
  const proposed = await request.post(`/api/orders/${orderId}/charges`, {
    headers,
    data: { category: "damage", amount: "320.00", words: "A dent in the right door.", evidence: [id] },
  });
  expect(proposed.status()).toBe(201);
  return (await proposed.json()) as Charge;
}

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a renter sees a charge beyond the price and disputes it with words and a picture", async ({
    page,
    words,
    request,
    car,
    scan,
  }) => {
    const { renter, order } = await runningRental(request, car);
    await propose(request, await callsOf(request, admin), order.id);
    await openSession(page, renter);
    await page.goto(`/dashboard/trips/${order.id}`);
    const part = page.getByRole("region", { name: words.charges_title() });
    await expect(part).toContainText("A dent in the right door.");
    await expect(part.getByRole("img", { name: "door.webp" })).toBeVisible();
    await expect(part).toContainText(words.charges_silence_disputes());
    await scanBoth(page, scan);
    await part.getByText(words.charges_contest(), { exact: true }).click();
    await part.getByRole("button", { name: words.charges_contest_send() }).click();
    await expect(part.getByText(words.charges_contest_missing())).toBeVisible();
    await part.getByLabel(words.charges_contest_words()).fill("提车时已经有这处凹痕。");
    await part.locator("input[type=file]").setInputFiles(await photo("pickup.jpg"));
    await expect(part.getByRole("progressbar")).toHaveCount(0);
    await scanBoth(page, scan);
    await part.getByRole("button", { name: words.charges_contest_send() }).click();
    await expect(part).toContainText(words.charges_waits());
    await expect(part).toContainText("提车时已经有这处凹痕。");
    await expect(part.getByRole("img", { name: "pickup.webp" })).toBeVisible();
  });
});

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("an administrator proposes a charge, and sees a disputed one with everything on one page", async ({
    page,
    words,
    request,
    car,
    scan,
  }) => {
    const { renter, order } = await runningRental(request, car);
    await openAsAdmin(page, `/admin/order-management?order=${order.id}`);
    const part = page.getByRole("region", { name: words.admin_charges_title(), exact: true });
    await part.getByText(words.admin_charges_propose()).click();
    await part.getByLabel(words.admin_charges_category()).selectOption("cleaning");
    await part.getByRole("button", { name: words.admin_charges_send() }).click();
    await expect(part.getByText(words.admin_charges_wrong_amount())).toBeVisible();
    await part.getByLabel(words.admin_charges_amount()).fill("85");
    await part.getByLabel(words.admin_charges_words()).fill("Sand on every seat.");
    await part.getByRole("button", { name: words.admin_charges_send() }).click();
    await expect(part.getByText(words.charges_failed_evidence())).toBeVisible();
    await part.locator("input[type=file]").setInputFiles(await photo("seat.jpg"));
    await expect(part.getByRole("progressbar")).toHaveCount(0);
    await part.getByRole("button", { name: words.admin_charges_send() }).click();
    await expect(part.getByRole("article")).toContainText("Sand on every seat.");
    await expect(part).toContainText(words.charges_status_proposed());
    await scanBoth(page, scan);

    const headers = await callsOf(request, renter);
    const [charge] = (
      (await (await request.get(`/api/account/orders/${order.id}`, { headers })).json()) as {
        charges: Charge[];
      }
    ).charges;
    const contested = await request.put(`/api/charges/${charge?.id}/answer`, {
      headers,
      data: { answer: "contest", words: "I vacuumed it." },
    });
    expect(contested.status()).toBe(200);
    await page.goto(`/admin/disputes?id=${charge?.id}`);
    await expect(page.getByRole("article")).toContainText("I vacuumed it.");
    await expect(page.getByRole("link", { name: words.admin_disputes_messages() })).toBeVisible();
    await scanBoth(page, scan);
    await page.getByLabel(words.admin_disputes_decide(), { exact: true }).last().selectOption("reduced");
    await page.getByLabel(words.admin_charges_amount()).fill("40");
    await page.getByRole("button", { name: words.admin_disputes_send() }).click();
    await expect(page.getByText(words.admin_disputes_wrong_reason())).toBeVisible();
    await page.getByLabel(words.admin_disputes_reason()).fill("Half of it was there before.");
    await page.getByRole("button", { name: words.admin_disputes_send() }).click();
    await expect
      .poll(async () => {
        const own = await request.get(`/api/account/orders/${order.id}`, { headers });
        return ((await own.json()) as { charges: Charge[] }).charges[0]?.owed;
      })
      .toBe("40.00");
  });
});
