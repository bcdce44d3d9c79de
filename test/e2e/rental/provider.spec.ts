import type { Page } from "@playwright/test";
import sharp from "sharp";
import { addDays } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { type Product, startDemonstration } from "#test/product.ts";
import { startPaypal } from "#test/stand-ins/paypal.ts";
import { startStripe } from "#test/stand-ins/stripe.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test as base, today, type Words, ways } from "../fixtures.ts";
import { confirmedPerson, openSession } from "../people.ts";
import { confirmedRental } from "../rentals.ts";
import { demoPassword } from "../start-product.ts";

/** A product for this worker alone that takes payments through local servers of the providers. */
const test = base.extend<object, { paid: Product }>({
  paid: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the pattern
    async ({}, provide) => {
      const [stripe, paypal] = await Promise.all([startStripe(), startPaypal()]);
      const product = await startDemonstration({ ...stripe.env, ...paypal.env, DEMO_PASSWORD: demoPassword });
      await provide(product);
      await product.stop();
      await Promise.all([stripe.close(), paypal.close()]);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ paid }, provide) => provide(paid.address),
});

const partOf = (page: Page, words: Words) => page.getByRole("region", { name: words.payments_title() });
const choose = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a declined card is replaced by another, part of the payment is refunded, and the report agrees", async ({
    page,
    words,
    request,
    car,
    scan,
    emails,
    anotherVisitor,
  }) => {
    test.setTimeout(400_000);
    const { renter, order } = await confirmedRental(request, car);
    await openSession(page, renter);
    await page.goto(`/dashboard/trips/${order.id}`);
    const payments = partOf(page, words);
    await expect(payments.getByText(words.payments_due_now())).toBeVisible();
    await scanBoth(page, scan);
    await choose(page, words.payments_pay_card());

    await expect(page.getByRole("heading", { name: "Stripe" })).toBeVisible();
    await choose(page, "Pay with a card that is declined");
    await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
    await page.getByRole("link", { name: "Back" }).click();
    await expect(payments.getByRole("button", { name: words.payments_pay_card() })).toBeVisible();
    await expect(payments.getByText(words.payments_due_now())).toBeVisible();
    await choose(page, words.payments_pay_card());
    await choose(page, "Pay");
    await expect(payments.getByText(words.payments_all_paid())).toBeVisible();
    await expect(payments.getByText("Visa •••• 4242").first()).toBeVisible();
    await expect(page).toHaveURL(`/dashboard/trips/${order.id}`);
    await expect
      .poll(async () => (await emails({ recipient: renter.email, kind: "payment_received" })).length)
      .toBe(1);
    await scanBoth(page, scan);

    const office = await anotherVisitor();
    await openAsAdmin(office, `/admin/order-management?order=${order.id}`);
    const part = office.getByRole("dialog").getByRole("region", { name: words.admin_pay_title() });
    await part.getByText(words.admin_pay_refund(), { exact: true }).first().click();
    await part.getByLabel(words.admin_pay_amount()).last().fill("25");
    await part.getByLabel(words.admin_pay_refund_reason()).fill("车辆晚到");
    await part.getByRole("button", { name: words.admin_pay_refund_send(), exact: true }).click();
    await expect(part.getByText(formatMoney(-2500, "zh"))).toBeVisible();
    // The provider refunds the money within a minute, by itself.
    await expect(async () => {
      await office.reload();
      const status = part.getByText(words.admin_pay_refund_status_paid(), { exact: true });
      await expect(status).toBeVisible({ timeout: 20_000 });
    }).toPass({ timeout: 250_000 });
    await page.reload();
    await expect(payments.getByText(formatMoney(-2500, "zh"))).toBeVisible();

    await office.goto("/admin/finance");
    const compared = office.getByRole("region", { name: words.finance_recon(), exact: true });
    await compared.getByRole("button", { name: words.finance_recon_ask() }).click();
    const tab = (name: string) => compared.getByRole("tab", { name: new RegExp(name) });
    await tab(words.finance_recon_matched()).click();
    await expect(compared.getByRole("link", { name: order.orderNumber })).toHaveCount(2);
    await expect(tab(words.finance_recon_missing_here())).toContainText("0");
    await scanBoth(office, scan);
  });
});

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a renter leaves PayPal, then pays there, and PayPal's report agrees", async ({
    page,
    words,
    request,
    car,
    scan,
    allow,
    anotherVisitor,
  }) => {
    test.setTimeout(300_000);
    allow(/422/);
    const { renter, order } = await confirmedRental(request, car);
    await openSession(page, renter);
    await page.goto(`/dashboard/trips/${order.id}`);
    const payments = partOf(page, words);
    await choose(page, words.payments_pay_account({ provider: "PayPal" }));
    await expect(page.getByRole("heading", { name: "PayPal" })).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(payments.getByText(words.payments_due_now())).toBeVisible();
    await choose(page, words.payments_pay_account({ provider: "PayPal" }));
    await choose(page, "Agree and pay");
    await expect(payments.getByText(words.payments_all_paid())).toBeVisible();
    await scanBoth(page, scan);

    const office = await anotherVisitor();
    await openAsAdmin(office, "/admin/finance");
    const compared = office.getByRole("region", { name: words.finance_recon(), exact: true });
    await compared.getByLabel(words.finance_recon_provider()).selectOption("paypal");
    const file = [
      "Date,Type,Status,Currency,Gross,Fee,Transaction ID",
      '11/22/2026,Express Checkout Payment,Completed,USD,"1,000.00",-35.39,8XY12345AB6789012',
      "11/22/2026,Express Checkout Payment,Completed,USD,a lot,0.00,9XY12345AB6789012",
    ];
    const send = (lines: string[]) =>
      compared
        .locator("input[type=file]")
        .setInputFiles({ name: "activity.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
    await send(["Date,Gross", "11/22/2026,1.00"]);
    await expect(compared.getByRole("alert")).toContainText("Transaction ID");
    await send(file);
    await expect(
      compared.getByText(
        words.finance_recon_error({ row: 3, column: "Gross", problem: words.finance_recon_problem_amount() }),
      ),
    ).toBeVisible();
    await expect(compared.getByText("8XY12345AB6789012")).toBeVisible();
    await compared.getByRole("tab", { name: new RegExp(words.finance_recon_missing_there()) }).click();
    await expect(compared.getByRole("link", { name: order.orderNumber })).toBeVisible();
    await scanBoth(office, scan);
  });
});

/** Goes through the steps of a booking up to the last one. */
async function answerSteps(page: Page, words: Words, carId: string, method: string): Promise<void> {
  const pickupDate = addDays(today(), 20);
  const rental = { pickupDate, returnDate: returnDateFor(pickupDate, 2) };
  const next = page.getByRole("button", { name: words.wizard_next(), exact: true }).filter({ visible: true });
  await page.goto(`/book/${carId}?${new URLSearchParams(rental)}`);
  await page.getByLabel(words.request_phone()).fill("+1 650 555 0134");
  await next.click();
  await page.getByLabel(words.order_insurance_basic()).check();
  await next.click();
  await expect(page.getByText(words.wizard_payment_lead_online())).toBeVisible();
  await page.getByRole("radio", { name: method }).check();
  await expect(page.locator("#card-number")).toHaveCount(0);
  await next.click();
  const licence = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: "#9bb" } })
    .jpeg()
    .toBuffer();
  for (const side of [words.papers_front(), words.papers_back()]) {
    const part = page.getByRole("region", { name: side });
    const file = { name: `${side}.jpg`, mimeType: "image/jpeg", buffer: licence };
    await part.locator("input[type=file]").first().setInputFiles(file);
    await expect(part.getByText(words.papers_uploaded())).toBeVisible();
  }
}

for (const [provider, way] of [
  ["Stripe", "zh, phone"],
  ["PayPal", "en, desktop"],
] as const)
  test.describe(`a booking paid by ${provider}, ${way}`, () => {
    test.use(ways[way]);

    test("the booking is confirmed once it is paid, and not when the renter turns back", async ({
      page,
      words,
      language,
      request,
      car,
      scan,
      emails,
    }) => {
      const renter = await confirmedPerson(request);
      await openSession(page, renter);
      const isStripe = provider === "Stripe";
      await answerSteps(page, words, car.id, isStripe ? words.checkout_card() : "PayPal");
      await expect(page.getByText(words.wizard_pay_next())).toBeVisible();
      await scanBoth(page, scan);
      const complete = page
        .getByRole("button", { name: words.wizard_complete(), exact: true })
        .filter({ visible: true });

      await complete.click();
      await expect(page.getByRole("heading", { name: provider })).toBeVisible();
      await page.getByRole("link", { name: "Back" }).click();
      await expect(page.getByText(words.wizard_unpaid())).toBeVisible();
      expect(await emails({ recipient: renter.email, kind: "order_confirmed" })).toEqual([]);
      await scanBoth(page, scan);

      await complete.click();
      await choose(page, isStripe ? "Pay" : "Agree and pay");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.wizard_done_heading());
      await expect(page.getByText(words.wizard_done_paid())).toBeVisible();
      await scanBoth(page, scan);
      await page.getByRole("link", { name: words.wizard_done_trip() }).click();
      const payments = partOf(page, words);
      await expect(payments.locator(".now")).toContainText(formatMoney(0, language));
      await expect
        .poll(async () => (await emails({ recipient: renter.email, kind: "order_confirmed" })).length)
        .toBe(1);
      // Another booking of the same car starts from the beginning.
      await page.goto(`/book/${car.id}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.wizard_vehicle_heading());
    });
  });
