import sharp from "sharp";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways } from "../fixtures.ts";
import { callsOf, confirmedPerson, namedPerson, openSession, placeOrder, signIn } from "../people.ts";

test.describe("en, phone", () => {
  test.use(ways["en, phone"]);

  test("a question about a car is answered while both screens are open", async ({
    page,
    words,
    request,
    scan,
    car,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    const person = await namedPerson(request, "Ann");
    const name = person.fullName;
    await signIn(page, words, person);
    await page.goto(`/cars/${car.id}`);
    await page.getByRole("link", { name: words.conversations_ask_car() }).click();
    await expect(page.getByRole("combobox", { name: words.conversations_about() })).toContainText(car.name);
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByLabel(words.conversations_subject())).toBeFocused();
    await expect(page.getByText(words.conversations_no_subject())).toBeVisible();
    await scanBoth(page, scan);
    await page.getByLabel(words.conversations_subject()).fill(`Seats ${name}`);
    await page
      .getByRole("textbox", { name: words.conversations_write(), exact: true })
      .fill("Does it have seven seats?");
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByRole("heading", { name: `Seats ${name}` })).toBeVisible();
    const thread = page.getByRole("list", { name: words.conversations_thread() });
    await expect(thread).toContainText("Does it have seven seats?");
    await scanBoth(page, scan);

    const admin = await anotherVisitor();
    await openAsAdmin(admin, "/admin/messages");
    await admin.getByRole("button", { name: `Seats ${name}` }).click();
    const theirs = admin.getByRole("list", { name: words.conversations_thread() });
    await expect(theirs).toContainText("Does it have seven seats?");
    await scanBoth(admin, scan);
    const answer = admin.getByRole("textbox", { name: words.conversations_write(), exact: true });
    await answer.fill("Five, and a large trunk.");
    await answer.press("Control+Enter");
    // Neither page is loaded again.
    await expect(thread).toContainText("Five, and a large trunk.", { timeout: 20_000 });
    await expect(theirs).toContainText(words.conversations_read(), { timeout: 20_000 });
    await page.locator("input[type=file]").setInputFiles({
      name: "seats.png",
      mimeType: "image/png",
      buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background: "teal" } })
        .png()
        .toBuffer(),
    });
    await expect(page.getByRole("list", { name: words.conversations_files() })).toContainText("seats.png");
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await page.getByRole("textbox", { name: words.conversations_write(), exact: true }).fill("谢谢！");
    await page
      .getByRole("textbox", { name: words.conversations_write(), exact: true })
      .press("Control+Enter");
    await expect(theirs).toContainText("谢谢！", { timeout: 20_000 });
    await expect(theirs.getByRole("img", { name: "seats.webp" })).toBeVisible({ timeout: 20_000 });
    await scanBoth(admin, scan);
  });
});

test.describe("zh, desktop", () => {
  test.use(ways["zh, desktop"]);

  test("a message from the contact form joins the account once its owner confirms it, as a quote", async ({
    page,
    words,
    request,
    scan,
    anotherVisitor,
  }) => {
    const person = await confirmedPerson(request);
    const named = crypto.randomUUID().slice(0, 6);
    const write = async (subject: string) => {
      const data = { name: "有人", email: person.email, subject, message: "请把车送到别处" };
      expect((await request.post("/api/contact", { data })).status()).toBe(200);
    };
    await write(`不是我 ${named}`);
    await write(`是我 ${named}`);
    const admin = await anotherVisitor();
    await openAsAdmin(admin, "/admin/messages");
    const row = admin.getByRole("button", { name: `不是我 ${named}` });
    await expect(row).toContainText(words.inbox_unconfirmed());
    await row.click();
    await expect(admin.getByRole("article")).toContainText(words.inbox_unconfirmed_text());
    await scanBoth(admin, scan);

    await openSession(page, person);
    await page.goto("/dashboard/messages");
    const asked = page.getByRole("region", { name: words.conversations_unconfirmed_title() });
    await expect(asked.getByRole("listitem")).toHaveCount(2);
    await expect(page.getByText(words.messages_none())).toBeVisible();
    await scanBoth(page, scan);
    await asked
      .getByRole("listitem")
      .filter({ hasText: `不是我 ${named}` })
      .getByRole("button", { name: words.me_origin_not_mine() })
      .click();
    await expect(asked.getByRole("listitem")).toHaveCount(1);
    await asked.getByRole("button", { name: words.me_origin_mine() }).click();
    await expect(asked).toHaveCount(0);
    await page.getByRole("link", { name: `是我 ${named}` }).click();
    await expect(page.getByRole("list", { name: words.conversations_thread() })).toContainText(
      words.conversations_quoted({ name: "有人" }),
    );
    await scanBoth(page, scan);
    await expect(admin.getByRole("article")).toContainText(words.inbox_denied_text(), { timeout: 40_000 });
  });

  test("a conversation about an order begins with the order's card on both sides", async ({
    page,
    words,
    request,
    scan,
    car,
    anotherVisitor,
  }) => {
    const person = await confirmedPerson(request);
    const order = await placeOrder(request, car, person.email, 40, await callsOf(request, person));
    await openSession(page, person);
    await page.goto(`/dashboard/messages/new?order=${order.id}`);
    const subject = `取车 ${order.orderNumber}`;
    await page.getByLabel(words.conversations_subject()).fill(subject);
    await page
      .getByRole("textbox", { name: words.conversations_write(), exact: true })
      .fill("可以早一点吗？");
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByRole("heading", { name: subject })).toBeVisible();
    const card = page.getByRole("article").getByRole("link", { name: order.orderNumber });
    await expect(card).toContainText(car.name);
    await expect(card).toContainText(words.order_status_pending());
    await expect(card.locator("img")).toBeVisible();
    await scanBoth(page, scan);
    await card.click();
    await expect(page).toHaveURL(`/dashboard/trips/${order.id}`);

    const admin = await anotherVisitor();
    await openAsAdmin(admin, "/admin/messages");
    await admin.getByRole("button", { name: subject }).click();
    const theirs = admin
      .getByRole("article")
      .getByRole("link", { name: order.orderNumber })
      .filter({ hasText: words.order_status_pending() })
      .first();
    await expect(theirs).toContainText(car.name);
    await scanBoth(admin, scan);
    await theirs.click();
    await expect(admin).toHaveURL(`/admin/order-management?order=${order.id}`);
  });
});
