import { execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { addDays, addMonths, formatDate } from "#domain/dates.ts";
import { dateFormat } from "#domain/date-format.ts";
import { formatMoney } from "#domain/money.ts";
import { monthOf } from "#domain/payments/months.ts";
import { type Product, startDemonstration, startProduct } from "#test/product.ts";
import { startStripe, type StripeServer } from "#test/stand-ins/stripe.ts";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, today, ways, waysOf } from "../fixtures.ts";
import { paidOrder } from "../paid.ts";
import { callsOf, confirmedPerson } from "../people.ts";
import { confirmedRental } from "../rentals.ts";
import { demoPassword } from "../start-product.ts";

/** Each journey closes a month of its own, this many months ago; the month after it stays open. */
const monthsAgo = { "zh, phone": 5, "en, desktop": 2 };

for (const way of waysOf("zh, phone", "en, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a month is closed, later entries get a warning, and the books balance", async ({
      page,
      words,
      request,
      car,
      scan,
    }) => {
      test.setTimeout(240_000);
      const { language } = ways[way];
      const { order } = await confirmedRental(request, car);
      const past = addMonths(`${monthOf(today())}-15`, -monthsAgo[way]);
      const headers = await callsOf(request, admin);
      const data = { id: crypto.randomUUID(), amount: "70.00", method: "cash", paidOn: past };
      const paid = await request.post(`/api/admin/orders/${order.id}/payments`, { headers, data });
      expect(paid.status()).toBe(201);

      await openAsAdmin(page, `/admin/finance?month=${monthOf(past)}`);
      const received = page.locator("dl div").filter({ hasText: words.finance_received() });
      await expect(received.getByText(formatMoney(7000, language))).toBeVisible();
      const month = dateFormat(language, { timeZone: "UTC", month: "long", year: "numeric" }).format(
        Date.parse(past),
      );
      const books = page.getByRole("region", { name: words.finance_books(), exact: true });
      await books.getByRole("button", { name: words.finance_month_close({ month }) }).click();
      await expect(books.getByText(month, { exact: false }).first()).toBeVisible();
      await expect(books.getByRole("button", { name: words.finance_month_close({ month }) })).toBeHidden();
      const earned = page.getByRole("region", { name: words.finance_earned_months() });
      await expect(earned.getByRole("row")).toHaveCount(13);
      const balance = page.getByRole("region", { name: /Trial balance|试算平衡表/ });
      const total = balance.getByRole("row").last().locator(".num");
      await expect(total).toHaveCount(2);
      expect(await total.first().textContent()).toBe(await total.last().textContent());
      await scanBoth(page, scan);

      await page.goto(`/admin/order-management?order=${order.id}`);
      const part = page.getByRole("dialog").getByRole("region", { name: words.admin_pay_title() });
      await part.getByText(words.admin_pay_record()).first().click();
      await part.getByLabel(words.admin_pay_on()).fill(past);
      await expect(
        part.getByText(
          words.admin_pay_closed_month({
            month,
            counts: formatDate(`${monthOf(addMonths(past, 1))}-01`, language),
          }),
        ),
      ).toBeVisible();
      await scanBoth(page, scan);
    });
  });

type ProductWithStripe = { product: Product; stripe: StripeServer; passNight: () => Promise<void> };

/** A product for this worker alone that a local Stripe server reports to; a night passes while it is down. */
const reportedTest = test.extend<object, { reported: ProductWithStripe }>({
  reported: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the pattern
    async ({}, provide) => {
      const stripe = await startStripe();
      const env = { ...stripe.env, DEMO_PASSWORD: demoPassword };
      const product = await startDemonstration(env);
      const settings = {
        ...env,
        DATA_DIR: product.dataDir,
        DATABASE_URL: "",
        PUBLIC_URL: "",
        SMTP_URL: "",
        HOST: "127.0.0.1",
        PORT: new URL(product.address).port,
        DEMO: "on",
      };
      let after: Product | undefined;
      const passNight = async () => {
        const { process: running } = after ?? product;
        const ended = once(running, "exit");
        running.kill();
        await ended;
        await promisify(execFile)(process.execPath, ["test/reconcile-at-night.ts", addDays(today(), 2)], {
          env: { ...process.env, NODE_ENV: "production", ...settings },
        });
        after = await startProduct(settings);
      };
      await provide({ product, stripe, passNight });
      await after?.stop();
      await product.stop();
      await stripe.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ reported }, provide) => provide(reported.product.address),
});

reportedTest.describe("en, desktop", () => {
  reportedTest.use(ways["en, desktop"]);

  reportedTest(
    "what the provider's report has otherwise is in the books in the morning, or is explained by the desk",
    async ({ page, words, request, car, scan, reported, emails }) => {
      reportedTest.setTimeout(400_000);
      const { stripe } = reported;
      const renter = await confirmedPerson(request);
      const { order, intent, amount } = await paidOrder(request, reported, renter, { car });
      // Somebody refunds on Stripe's pages and no event reaches us; Stripe also reports less than it had said.
      stripe.refundByHand(intent, 3000);
      stripe.events.length = 0;
      const line = stripe.balance.find(
        ({ type, source }) =>
          type === "charge" && (source as { payment_intent?: string }).payment_intent === intent,
      );
      Object.assign(line ?? {}, { amount: amount - 2500, net: Number(line?.net) - 2500 });
      await reported.passNight();

      await openAsAdmin(page, "/admin/finance");
      const differences = page.getByRole("region", { name: words.finance_differences() });
      const row = differences.getByRole("listitem");
      await expect(row).toHaveCount(1);
      await expect(row).toContainText(intent);
      await expect(row).toContainText(words.finance_recon_amount_differs());
      await expect(row).toContainText(
        words.finance_difference_sums({
          theirs: formatMoney(amount - 2500, "en"),
          ours: formatMoney(amount, "en"),
        }),
      );
      await scanBoth(page, scan);

      // The refund is shown with its order already, and the renter knows of it.
      await row.getByRole("link", { name: order.orderNumber }).click();
      const dialog = page.getByRole("dialog");
      const money = dialog.getByRole("region", { name: words.admin_pay_title() });
      await expect(money.getByText(words.admin_pay_refund_provider())).toBeVisible();
      await expect(money.getByText(formatMoney(-3000, "en")).first()).toBeVisible();
      expect(await emails({ recipient: renter.email, kind: "refund_paid" })).toHaveLength(1);

      await page.goto("/admin/finance");
      await row.getByText(words.finance_difference_close()).first().click();
      await row.getByRole("button", { name: words.finance_difference_close() }).click();
      await expect(row.getByText(words.finance_note_wrong())).toBeVisible();
      await row.getByLabel(words.finance_note()).fill("Stripe corrected its report by phone");
      await row.getByRole("button", { name: words.finance_difference_close() }).click();
      await expect(page.getByText(words.finance_difference_closed(), { exact: true })).toBeVisible();
      await expect(differences).toHaveCount(0);

      await page.goto(`/admin/order-management?order=${order.id}`);
      await expect(dialog.getByText(words.finance_was_difference_closed())).toBeVisible();
      await expect(dialog.getByText("Stripe corrected its report by phone")).toBeVisible();
      await scanBoth(page, scan);
    },
  );
});
