import { formatMoney } from "#domain/money.ts";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, today, ways } from "../fixtures.ts";
import { hostedRental, listedCar, newHost } from "../hosts.ts";
import { callsOf, confirmedPerson } from "../people.ts";

test.use(ways["zh, desktop"]);

test("an administrator who manages payments sees a host's whole account and saves the yearly list", async ({
  language,
  page,
  words,
  request,
  scan,
}) => {
  const {
    headers,
    host: { email },
  } = await newHost(request);
  const car = await listedCar(request, headers);
  const renter = await confirmedPerson(request);
  const { id, orderNumber } = await hostedRental(request, { renter, headers, car, language });
  const desk = await callsOf(request, admin);
  const paid = await request.post(`/api/admin/orders/${id}/payments`, {
    headers: desk,
    data: { id: crypto.randomUUID(), amount: "100.00", method: "cash", reference: "", paidOn: today() },
  });
  expect(paid.status(), await paid.text()).toBe(201);
  const found = await request.get(`/api/admin/host-cars/${car.id}`, { headers: desk });
  const { host } = (await found.json()) as { host: { id: string } };

  await openAsAdmin(page, `/admin/hosts?lang=${language}&search=${encodeURIComponent(email)}`);
  await expect(page.getByText(formatMoney(8_000, language)).first()).toBeVisible();
  await scanBoth(page, scan);
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/admin/hosts/${host.id}`));
  await expect(page.getByText(words.host_money_credited())).toBeVisible();
  await expect(page.getByText(formatMoney(8_000, language)).first()).toBeVisible();
  await expect(page.getByText(words.earnings_line_share_team({ percent: "80" }))).toBeVisible();
  await scanBoth(page, scan);

  const balance = page.getByRole("region", { name: words.adjust_title() });
  await balance.getByText(words.adjust_open()).click();
  await balance.getByRole("button", { name: words.adjust_take_back() }).click();
  await expect(balance.getByText(words.adjust_wrong_order())).toBeVisible();
  await balance.getByLabel(words.adjust_order()).fill(orderNumber);
  await balance.getByLabel(words.adjust_amount()).fill("12.50");
  await balance.getByLabel(words.payouts_admin_reason()).fill("Made up with the renter");
  await balance.getByRole("button", { name: words.adjust_take_back() }).click();
  await expect(balance.getByText(words.adjust_event_share_taken_back())).toBeVisible();
  await expect(page.getByText(words.earnings_line_by_hand())).toBeVisible();
  await scanBoth(page, scan);

  await page.goto("/admin/finance");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: words.host_year_save() }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`hosts-${today().slice(0, 4)}.csv`);
});
