import { addMonths, formatDate } from "#domain/dates.ts";
import { dateFormat } from "#domain/date-format.ts";
import { formatMoney } from "#domain/money.ts";
import { monthOf } from "#domain/payments/months.ts";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, today, ways } from "../fixtures.ts";
import { callsOf } from "../people.ts";
import { confirmedRental } from "../rentals.ts";

/** Each way closes a month of its own, whose next stays open. */
const journeys = [
  { way: "en, desktop", monthsAgo: 2 },
  { way: "zh, phone", monthsAgo: 5 },
] as const;

for (const { way, monthsAgo } of journeys)
  test.describe(way, () => {
    test.use(ways[way]);

    test("a month is closed, what comes later is warned of, and the books balance", async ({
      page,
      words,
      request,
      car,
      scan,
    }) => {
      test.setTimeout(240_000);
      const { language } = ways[way];
      const { order } = await confirmedRental(request, car);
      const past = addMonths(`${monthOf(today())}-15`, -monthsAgo);
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
