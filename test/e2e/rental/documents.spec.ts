import { readFile } from "node:fs/promises";
import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { callsOf, emailLink, openSession, placeOrder } from "../people.ts";
import { confirmedRental, setStatus } from "../rentals.ts";

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a renter signs the agreement with the order's name, and saves it and the invoice", async ({
    page,
    words,
    request,
    car,
    scan,
  }) => {
    const { renter, order } = await confirmedRental(request, car, 0);
    await openSession(page, renter);
    await page.goto(`/dashboard/trips/${order.id}`);
    const documents = page.getByRole("region", { name: words.documents_title() });
    await expect(documents).toContainText(words.documents_kind_invoice());
    await documents.getByRole("link", { name: words.documents_agreement_read() }).click();

    await expect(page).toHaveURL(/\/agreement$/);
    await expect(page.getByRole("heading", { name: "9. Canceling" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "9. 取消" })).toBeVisible();
    await page.getByLabel(words.documents_name()).fill("Somebody Else");
    await page.getByLabel(words.documents_name()).press("Enter");
    await expect(page.getByLabel(words.documents_name())).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel(words.documents_name())).toBeFocused();
    await scanBoth(page, scan);
    const own = await request.get(`/api/account/orders/${order.id}`, {
      headers: await callsOf(request, renter),
    });
    const { renterName } = (await own.json()) as { renterName: string };
    await page.getByLabel(words.documents_name()).fill(renterName.toLowerCase());
    await page.getByRole("button", { name: words.documents_accept() }).click();
    const address = page.getByLabel(words.documents_address());
    await expect(address, "the postal address is asked for").toBeFocused();
    await address.fill("2 Elm Street\nSan Jose, CA 95112");
    await page.getByRole("button", { name: words.documents_accept() }).click();
    await expect(page.getByRole("button", { name: words.documents_accept() })).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText(`Accepted by ${renterName.toLowerCase()}`);

    await page.getByRole("link", { name: words.papers_to_order() }).click();
    const saving = page.waitForEvent("download");
    await documents.getByRole("button", { name: new RegExp(words.documents_kind_agreement()) }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^A-\d{4}-\d{6}\.pdf$/);
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe("%PDF-");

    const stating = page.waitForEvent("download");
    await documents.getByRole("button", { name: words.documents_state() }).click();
    const statement = await stating;
    expect(statement.suggestedFilename()).toMatch(/^S-\d{4}-\d{6}\.pdf$/);
    await expect(documents).toContainText(words.documents_kind_statement());
    await setStatus(request, order, "cancelled");
    await page.reload();
    const invoice = documents.getByRole("listitem").filter({ hasText: /I-\d{4}-/ });
    await expect(invoice.filter({ hasText: words.documents_kind_invoice() })).toContainText(
      /Voided by N-\d{4}-\d{6}/,
    );
    await expect(invoice.filter({ hasText: words.documents_kind_credit_note() })).toContainText(/Voids I-/);
    await scanBoth(page, scan);
  });
});

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("a visitor saves the invoice by the email's link, and a payment's email leads to a new link", async ({
    page,
    words,
    request,
    car,
    scan,
  }) => {
    const email = `visitor.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    const order = await placeOrder(request, car, email, 0);
    const link = await emailLink(request, email, "order_received");
    await setStatus(request, order, "confirmed");
    const { pathname, search } = new URL(link);
    await page.goto(`${pathname}${search}`);
    const documents = page.getByRole("region", { name: words.documents_title() });
    const saving = page.waitForEvent("download");
    await documents.getByRole("link", { name: new RegExp(words.documents_kind_invoice()) }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^I-\d{4}-\d{6}\.pdf$/);
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe("%PDF-");
    await scanBoth(page, scan);

    await setStatus(request, order, "cancelled");
    await page.reload();
    await expect(documents).toContainText(words.documents_kind_credit_note());
    await expect(documents).toContainText(/已作废，由 N-\d{4}-\d{6} 冲销/);

    await page.goto(`/find-order?orderNumber=${order.orderNumber}`);
    await expect(page.getByLabel(words.find_order_number())).toHaveValue(order.orderNumber);
  });
});
