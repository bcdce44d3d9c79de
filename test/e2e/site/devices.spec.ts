import type { Page } from "@playwright/test";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, test, ways } from "../fixtures.ts";
import { callsOf, placeOrder } from "../people.ts";

const newAddress = (): string => `device.${crypto.randomUUID().slice(0, 8)}@mail.example`;

/** Acts like Chromium when people block all cookies: the first access to a storage throws. */
function blockStorage(): void {
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        throw new DOMException(`Failed to read the '${name}' property from 'Window'`, "SecurityError");
      },
    });
}

/** Acts like a browser that translates: its own elements replace every text. */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("script,style,noscript,textarea")) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = `«${text.data}»`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });

async function fillContact(page: Page, email: string): Promise<void> {
  await page.locator("[name=name]").first().fill("Mo Lin");
  await page.locator("form [name=email]").first().fill(email);
  await page.locator("[name=subject]").fill("A car for June");
  await page.locator("[name=message]").fill("Is there a minivan in June?");
}

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a browser that blocks storage shows its pages, and says why nobody can sign in", async ({
    page,
    words,
    wake,
    allow,
  }) => {
    // The router's own script reads the storage on each page, and throws without a message.
    allow(/^page: $|SecurityError/);
    await page.addInitScript(blockStorage);
    for (const path of ["/signin", "/signup", "/", "/cars", "/user-type-selection"]) {
      await page.goto(path);
      const heading = page.getByRole("heading", { level: 1 });
      const title = (await heading.textContent()) ?? "";
      await wake();
      await expect(heading).toHaveText(title);
      if (path.startsWith("/sign"))
        await expect(page.getByRole("alert").first()).toHaveText(words.session_failure_storage_blocked());
    }
    await page.goto("/signin");
    await wake();
    await page.getByLabel(words.auth_email(), { exact: true }).fill("ann@mail.example");
    await page.getByLabel(words.auth_password(), { exact: true }).fill("harbor fog 4");
    await page.locator("main form [type=submit]").click();
    await expect(page.locator("main").getByText(words.session_failure_storage_blocked())).toHaveCount(2);
    await expect(page.getByLabel(words.auth_email(), { exact: true })).toHaveValue("ann@mail.example");
  });

  test("a status that can't be set without a network shows an error and is not sent later", async ({
    page,
    context,
    words,
    request,
    car,
    allow,
  }) => {
    allow(/ERR_INTERNET_DISCONNECTED/);
    const order = await placeOrder(request, car, newAddress());
    await openAsAdmin(page, `/admin/order-management?search=${order.orderNumber}`);
    const status = page.getByLabel(words.admin_orders_status_of({ number: order.orderNumber }));
    await expect(status).toHaveValue("pending");
    await context.setOffline(true);
    await status.selectOption("confirmed");
    const asking = page.getByRole("alertdialog");
    await asking.getByRole("button", { name: words.admin_orders_status_ask_yes() }).click();
    await expect(page.locator(".toast")).toContainText(words.admin_orders_status_failed_text());
    const sent: string[] = [];
    page.on("request", (one) => one.method() !== "GET" && sent.push(one.url()));
    await context.setOffline(false);
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
    // Calls that waited for the network would go before this new search.
    await page.getByRole("searchbox").fill(order.orderNumber.slice(0, 7));
    await expect(page.locator("[data-row]").first()).toBeVisible();
    expect(sent).toEqual([]);
    const headers = await callsOf(request, admin);
    const answer = await request.get(`/api/admin/orders/${order.id}`, { headers });
    const { status: kept } = (await answer.json()) as { status: string };
    expect(kept).toBe("pending");
  });

  test("a message that can't be sent shows an error and stays as it was typed", async ({
    page,
    context,
    words,
    allow,
    wake,
  }) => {
    allow(/ERR_INTERNET_DISCONNECTED/);
    await page.goto("/contact");
    await wake();
    await fillContact(page, newAddress());
    await context.setOffline(true);
    await page.getByRole("button", { name: words.contact_form_send() }).click();
    await expect(page.getByRole("alert").first()).toContainText(words.contact_failed_title());
    await expect(page.locator("[name=message]")).toHaveValue("Is there a minivan in June?");
  });

  test("a link whose script was removed by an upgrade still leads to its page", async ({
    page,
    wake,
    allow,
  }) => {
    allow(/assets|Failed to fetch dynamically|Error loading route module|404/);
    await page.goto("/about");
    await wake();
    await page.route(/\/assets\/[^/]*faq[^/]*\.js$/i, (route) => route.fulfill({ status: 404, body: "" }));
    await page.locator("a[href='/faq']").filter({ visible: true }).first().click();
    await expect(page).toHaveURL(/\/faq$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("a page translated by the browser loses nothing typed, before and after the application loads", async ({
    page,
    words,
    wake,
    allow,
  }) => {
    // The application draws a page again if it isn't the page that the server sent.
    allow(/hydrat|Minified React error #418/i);
    await page.goto("/contact");
    await translate(page);
    await page.locator("[name=message]").evaluate((field: HTMLTextAreaElement) => {
      field.value = "Typed before";
    });
    await wake();
    await expect(page.locator("[name=message]")).toHaveValue("Typed before");
    await translate(page);
    await page.locator("[name=subject]").fill("Typed after");
    await page
      .locator("form")
      .filter({ has: page.locator("[name=message]") })
      .locator("[type=submit]")
      .click();
    await expect(page.locator("[name=name]").first()).toBeFocused();
    await expect(page.locator("[name=subject]")).toHaveValue("Typed after");
    await expect(page.locator("[name=message]")).toHaveValue("Typed before");
    await page.goto("/cars");
    await wake();
    await translate(page);
    await page.getByRole("navigation", { name: words.cars_categories() }).getByRole("link").nth(1).click();
    await expect(page).toHaveURL(/category=/);
    await expect(page.getByRole("main").getByRole("heading", { level: 3 }).first()).toBeVisible();
  });

  test("a double click sends one message", async ({ page, words, wake }) => {
    await page.goto("/contact");
    await wake();
    const email = newAddress();
    await fillContact(page, email);
    const sent: string[] = [];
    page.on("request", (one) => one.method() === "POST" && sent.push(one.url()));
    await page
      .getByRole("button", { name: words.contact_form_send() })
      .evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
    await expect(page.getByRole("status").first()).toContainText(words.contact_sent_title());
    expect(sent).toHaveLength(1);
  });

  test("the Enter key that ends an input composition starts no search", async ({ page }) => {
    await openAsAdmin(page, "/admin/order-management");
    const search = page.getByRole("searchbox");
    await expect(page.locator("[data-row]").first()).toBeVisible();
    await search.click();
    const input = await page.context().newCDPSession(page);
    await input.send("Input.imeSetComposition", { text: "wang", selectionStart: 4, selectionEnd: 4 });
    const address = page.url();
    const heard = await search.evaluate((field) => {
      const keys: string[] = [];
      document.addEventListener("keydown", ({ key }) => keys.push(key));
      field.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }),
      );
      field.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }),
      );
      return keys;
    });
    expect(heard).toEqual([]);
    await input.send("Input.insertText", { text: "王" });
    await expect(search).toHaveValue("王");
    expect(page.url()).toBe(address);
  });
});
