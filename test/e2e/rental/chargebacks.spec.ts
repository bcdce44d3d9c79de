import type { APIRequestContext } from "@playwright/test";
import { formatMoney } from "#domain/money.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, ways } from "../fixtures.ts";
import { type PaidRental, paidOrder, test } from "../paid.ts";
import { confirmedPerson, openSession } from "../people.ts";

/** Delivers Stripe's events to the product. */
async function deliver(request: APIRequestContext, { stripe }: PaidRental): Promise<void> {
  for (const event of stripe.events.splice(0)) {
    const { payload, headers } = stripe.signed(event);
    const answer = await request.post("/api/webhooks/stripe", { data: Buffer.from(payload), headers });
    expect(answer.status()).toBe(200);
  }
}

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a chargeback is shown in Finance, prevents a refund, and is owed again when it is lost", async ({
    page,
    words,
    request,
    car,
    scan,
    paid,
    anotherVisitor,
  }) => {
    test.setTimeout(240_000);
    const renter = await confirmedPerson(request);
    const { order, intent, amount } = await paidOrder(request, paid, renter, { car });
    const sum = formatMoney(amount, "en");
    const dispute = paid.stripe.claims.open(intent);
    await deliver(request, paid);

    await openAsAdmin(page, "/admin/dashboard");
    const alert = page.getByRole("listitem").filter({ hasText: "One chargeback is open." });
    await alert.getByRole("link").first().click();
    await expect(page).toHaveURL("/admin/finance");
    const list = page.getByRole("region", { name: words.chargebacks_title() }).first();
    const row = list.getByRole("row").filter({ hasText: order.orderNumber });
    await expect(row).toContainText(words.chargebacks_state_open());
    await expect(row).toContainText(words.chargebacks_reason_fraud());
    await expect(row).toContainText(sum);
    const evidence = row.getByRole("link", { name: words.chargebacks_send() });
    await expect(evidence).toHaveAttribute("href", `https://dashboard.stripe.com/test/payments/${intent}`);
    await scanBoth(page, scan);

    await row.getByRole("link", { name: order.orderNumber }).click();
    const dialog = page.getByRole("dialog");
    const part = dialog.getByRole("region", { name: words.admin_pay_title() });
    await expect(part.getByText(words.chargebacks_held())).toBeVisible();
    await expect(part.getByText(words.admin_pay_refund(), { exact: true })).toHaveCount(0);
    await expect(dialog.getByText(words.admin_pay_was_chargeback_open({ amount: sum }))).toBeVisible();
    await scanBoth(page, scan);

    const visitor = await anotherVisitor();
    await openSession(visitor, renter);
    await visitor.goto(`/dashboard/trips/${order.id}`);
    const payments = visitor.getByRole("region", { name: words.payments_title() });
    await expect(payments.getByText(words.payments_all_paid())).toBeVisible();

    paid.stripe.claims.decide(dispute, "lost");
    await deliver(request, paid);
    await visitor.reload();
    await expect(payments.getByText(formatMoney(-amount, "en"))).toBeVisible();
    await expect(payments.getByText(words.payments_state_due()).first()).toBeVisible();
    await expect(payments.getByText(words.payments_online_once())).toBeVisible();
    await scan(visitor);

    await page.reload();
    await expect(dialog.getByText(words.admin_pay_was_chargeback_lost({ amount: sum }))).toBeVisible();
    await page.goto("/admin/finance");
    await expect(row).toContainText(words.chargebacks_state_lost());
    await expect(
      page
        .getByRole("region", { name: words.finance_transactions() })
        .getByText(words.finance_kind_chargeback())
        .first(),
    ).toBeVisible();
  });
});
