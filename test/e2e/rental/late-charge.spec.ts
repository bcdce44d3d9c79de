import { formatMoney } from "#domain/money.ts";
import { admin } from "../admins.ts";
import { expect, scanBoth, ways } from "../fixtures.ts";
import { paidOrder, test } from "../paid.ts";
import { callsOf, confirmedPerson, openSession } from "../people.ts";
import { photo } from "../photo.ts";
import { setStatus } from "../rentals.ts";

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a charge after the rental is declined, the trip explains it, and another card pays it", async ({
    page,
    words,
    request,
    car,
    scan,
    emails,
    paid,
  }) => {
    test.setTimeout(400_000);
    const renter = await confirmedPerson(request);
    const { order } = await paidOrder(request, paid, renter, { car, saved: "insufficient_funds", inDays: 0 });
    await setStatus(request, order, "in_progress", "completed");
    const headers = await callsOf(request, admin);
    const id = crypto.randomUUID();
    await request.post("/api/uploads", { headers, multipart: { id, file: await photo("seat.jpg") } });
    const charge = { category: "cleaning", amount: "85.00", words: "Sand on every seat.", evidence: [id] };
    const proposed = await request.post(`/api/orders/${order.id}/charges`, { headers, data: charge });
    expect(proposed.status()).toBe(201);

    await openSession(page, renter);
    await page.goto(`/dashboard/trips/${order.id}`);
    const sum = formatMoney(8500, "zh");
    const asked = page.getByRole("region", { name: words.charges_title() });
    await asked
      .getByText(words.charges_accept({ amount: sum }), { exact: true })
      .first()
      .click();
    await asked.getByRole("button", { name: words.charges_accept({ amount: sum }) }).click();

    // The saved card is charged within a minute; the screen shows the result by itself.
    const payments = page.getByRole("region", { name: words.payments_title() });
    const failed = payments.getByText(
      words.payments_failed_cleaning({ amount: sum, method: "Visa •••• 4242" }),
    );
    await expect(failed).toBeVisible({ timeout: 200_000 });
    await expect(payments.getByText(words.payments_failed_funds())).toBeVisible();
    await expect(payments.getByText(words.payments_failed_mend())).toBeVisible();
    await scanBoth(page, scan);
    // The order was placed in English.
    const [email] = await emails({ recipient: renter.email, kind: "payment_failed" });
    expect(email?.text).toContain("to Visa •••• 4242 for cleaning");
    expect(email?.text).toContain("enough money in the account");

    await payments.getByRole("button", { name: words.payments_pay(), exact: true }).click();
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(payments.getByText(words.payments_all_paid())).toBeVisible();
    await expect(failed).toHaveCount(0);
    await scanBoth(page, scan);
  });
});
