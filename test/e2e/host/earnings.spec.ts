import { addDays } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { admin } from "../admins.ts";
import { expect, scanBoth, test, today, ways, waysOf } from "../fixtures.ts";
import { hostedRental, listedCar, newHost } from "../hosts.ts";
import { callsOf, confirmedPerson, openSession } from "../people.ts";

for (const way of waysOf("en, phone", "zh, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a host sees the share of a payment, its state and the year's total", async ({
      language,
      page,
      words,
      request,
      scan,
      allow,
    }) => {
      allow(/statements/);
      const { host, headers } = await newHost(request);
      await openSession(page, host);
      await page.goto(`/host/earnings?lang=${language}`, { waitUntil: "load" });
      await expect(page.getByText(words.earnings_lines_none())).toBeVisible();
      await scanBoth(page, scan);

      const car = await listedCar(request, headers);
      const renter = await confirmedPerson(request);
      const { id } = await hostedRental(request, { renter, headers, car, language });
      const paid = await request.post(`/api/admin/orders/${id}/payments`, {
        headers: await callsOf(request, admin),
        data: { id: crypto.randomUUID(), amount: "100.00", method: "cash", reference: "", paidOn: today() },
      });
      expect(paid.status(), await paid.text()).toBe(201);

      const earned = formatMoney(8_000, language);
      await page.reload({ waitUntil: "load" });
      await expect(page.getByText(earned).first()).toBeVisible();
      await expect(page.getByText(words.earnings_line_share({ percent: "80" }))).toBeVisible();
      await expect(page.getByRole("table", { name: words.earnings_booked() })).toBeVisible();
      const day = new RegExp(words.earnings_place_waits_for_pickup({ day: "§" }).split("§")[0] ?? "");
      await expect(page.getByText(day)).toBeVisible();
      await page.getByText("Toyota Camry").first().waitFor();
      await scanBoth(page, scan);

      await page.goto("/host/statements", { waitUntil: "load" });
      await expect(page.getByText(words.statements_none())).toBeVisible();
      await expect(page.getByRole("cell", { name: formatMoney(10_000, language) }).first()).toBeVisible();
      await expect(page.getByRole("cell", { name: formatMoney(-2_000, language) }).first()).toBeVisible();
      await scanBoth(page, scan);
      await page.goto(`/host/statements/${addDays(today(), -40).slice(0, 7)}`, { waitUntil: "load" });
      await expect(page.getByRole("link", { name: words.statements_back() })).toBeVisible();
    });
  });
