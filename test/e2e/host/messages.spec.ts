import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways, wordsIn } from "../fixtures.ts";
import { listedCar, newHost, requestOf } from "../hosts.ts";
import { confirmedPerson, openSession } from "../people.ts";

test.describe("en, phone beside zh, desktop", () => {
  test.use(ways["en, phone"]);

  test("a host asks a renter about a request, and both write while the other's page is open", async ({
    page,
    words,
    request,
    scan,
    browser,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    const zh = wordsIn("zh");
    const { host, headers } = await newHost(request);
    const car = await listedCar(request, headers);
    const renter = await confirmedPerson(request);
    const order = await requestOf(request, renter, car, "zh");

    await openSession(page, host);
    await page.goto(`/host/requests/${order.id}`);
    await page.getByRole("link", { name: words.host_request_ask() }).click();
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByText(words.conversations_empty())).toBeVisible();
    await scanBoth(page, scan);
    const write = page.getByRole("textbox", { name: words.conversations_write(), exact: true });
    await write.fill("Will you park it outside?");
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByRole("article")).toContainText(words.conversations_with_renter({ name: "Mei" }));
    const thread = page.getByRole("list", { name: words.conversations_thread() });
    await expect(thread).toContainText("Will you park it outside?");
    expect(await page.content()).not.toMatch(/Zhangsecret|555 0177|Hidden Grove/);
    await scanBoth(page, scan);

    const theirs = await browser.newPage({ viewport: ways["zh, desktop"].viewport });
    await openSession(theirs, renter);
    await theirs.goto("/dashboard?lang=zh");
    await expect(theirs.getByRole("img", { name: zh.conversations_unread({ count: 1 }) })).toBeVisible();
    await theirs
      .getByRole("navigation", { name: zh.layout_account() })
      .getByText(zh.me_nav_messages())
      .click();
    await theirs.getByRole("link", { name: /Will you park it outside/ }).click();
    const their = theirs.getByRole("list", { name: zh.conversations_thread() });
    await expect(their).toContainText("Will you park it outside?");
    await scanBoth(theirs, scan);
    await theirs.getByRole("textbox", { name: zh.conversations_write(), exact: true }).fill("停在车库里");
    await theirs.getByRole("button", { name: zh.conversations_send() }).click();
    // Neither page was reloaded.
    await expect(thread).toContainText("停在车库里", { timeout: 20_000 });
    await expect(their).toContainText(zh.conversations_read(), { timeout: 20_000 });

    // Every link for a first message leads to the conversation that exists already.
    await page.goto(`/host/messages/new?order=${order.id}&to=renter`);
    await expect(page.getByRole("list", { name: words.conversations_thread() })).toContainText("停在车库里");
    await theirs.goto(`/dashboard/trips/${order.id}`);
    await theirs.getByRole("link", { name: zh.conversations_to_host() }).click();
    await expect(theirs.getByRole("list", { name: zh.conversations_thread() })).toContainText("停在车库里");

    const desk = await anotherVisitor();
    await openAsAdmin(desk, "/admin/messages?state=between");
    await desk.getByRole("button", { name: order.orderNumber }).click();
    await expect(desk.getByText(words.inbox_between_note())).toBeVisible();
    await scanBoth(desk, scan);
    await desk.getByRole("textbox", { name: words.conversations_write(), exact: true }).fill("We can help.");
    await desk.getByRole("button", { name: words.conversations_send() }).click();
    await expect(their).toContainText("We can help.", { timeout: 20_000 });
    await expect(theirs.getByText(/已加入此对话/)).toBeVisible();
    await scanBoth(theirs, scan);

    await page.goto("/host/messages/new");
    await page.getByLabel(words.conversations_subject()).fill("Winter tires");
    await write.fill("Do you need them here?");
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByRole("heading", { name: "Winter tires" })).toBeVisible();
    await page.goto("/host/messages");
    await expect(page.getByRole("link", { name: /Winter tires/ })).toBeVisible();
    await scanBoth(page, scan);
    await theirs.close();
  });
});
