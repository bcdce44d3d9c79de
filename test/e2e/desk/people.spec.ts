import type { Page } from "@playwright/test";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways, type Words } from "../fixtures.ts";
import { callsOf, confirmedPerson, placeOrder, type Person, typeSignIn } from "../people.ts";

/** Opens one person of the list, found by their address. */
async function openPerson(page: Page, words: Words, { email, fullName }: Person): Promise<void> {
  await page.getByRole("searchbox", { name: words.admin_users_search() }).fill(email);
  await page.keyboard.press("Enter");
  await expect(page.locator("main table tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: fullName, exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(email);
}

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("an administrator makes a person an administrator, suspends them and lets them in again", async ({
    page,
    words,
    request,
    scan,
    allow,
    anotherVisitor,
    emails,
    car,
  }) => {
    test.setTimeout(240_000);
    // A suspended person is refused, and the browser writes that to its console.
    allow(/\b(?:400|401|403)\b/);
    const person = await confirmedPerson(request);
    const order = await placeOrder(request, car, person.email, 40, await callsOf(request, person));
    const theirs = await anotherVisitor();
    await theirs.goto("/login?redirect=/admin/messages");
    await typeSignIn(theirs, words, person);
    await expect(theirs.getByRole("heading", { level: 1 })).toHaveText(words.admin_denied_title());

    await openAsAdmin(page, "/admin/users");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_users_title());
    await scanBoth(page, scan);
    await openPerson(page, words, person);
    const dialog = page.getByRole("dialog");
    await scanBoth(page, scan);
    await dialog.getByLabel(words.admin_users_role(), { exact: true }).selectOption("admin");
    await dialog.getByLabel(words.admin_users_named()).selectOption("custom");
    await dialog.getByLabel(words.admin_users_may_view_reports()).check();
    await scan();
    await dialog.getByRole("button", { name: words.admin_users_rights_save() }).click();
    await expect(page.locator(".toast")).toContainText(words.admin_users_rights_saved());
    await expect(page.locator("main table tbody")).toContainText(words.admin_users_may_view_reports());

    // The new rights work at once, and nothing beyond them does.
    await theirs.goto("/admin/messages");
    await expect(theirs.getByRole("heading", { level: 1 })).toHaveText(words.admin_messages_title());
    await expect(theirs.getByRole("navigation", { name: words.admin_nav() })).not.toContainText(
      words.admin_backend_title(),
    );
    await theirs.goto("/admin/users");
    await expect(theirs.getByRole("main")).toContainText(words.admin_denied_here());

    await page.getByRole("button", { name: person.fullName, exact: true }).click();
    await dialog.getByRole("link", { name: words.admin_users_page() }).click();
    await expect(page).toHaveURL(/\/admin\/users\/[\da-f-]{36}$/);
    await expect(page.getByRole("main")).toContainText(order.orderNumber);
    await scanBoth(page, scan);
    // Back, and the dialog is open as it was left.
    await page.goBack();
    await dialog.getByText(words.admin_users_suspend(), { exact: true }).first().click();
    await dialog.getByRole("button", { name: words.admin_users_suspend() }).click();
    await expect(dialog.getByRole("alert")).toContainText(words.admin_users_reason_missing());
    await page.keyboard.type("Unpaid tolls");
    await scan();
    await page.keyboard.press("Enter");
    await expect(page.locator(".toast")).toContainText(words.admin_users_suspended_done());
    await expect(page.locator("main table tbody")).toContainText(words.admin_users_suspended());
    expect((await emails({ recipient: person.email, kind: "account_suspended" }))[0]?.text).toContain(
      "Unpaid tolls",
    );
    await theirs.goto("/admin/messages");
    await expect(theirs).toHaveURL(/\/signin\?redirect=/);

    await page.getByRole("button", { name: person.fullName, exact: true }).click();
    await expect(dialog).toContainText(words.admin_users_event_suspended());
    await scanBoth(page, scan);
    await dialog.getByText(words.admin_users_restore(), { exact: true }).first().click();
    await dialog.getByRole("button", { name: words.admin_users_restore() }).click();
    await expect(page.locator("main table tbody")).toContainText(words.admin_users_active());
  });
});

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("an administrator can't change their own rights, approves a host and creates an invitation code", async ({
    page,
    words,
    request,
    scan,
    emails,
  }) => {
    test.setTimeout(180_000);
    const host = await confirmedPerson(request, { account_type: "host" });
    await openAsAdmin(page, "/admin/users?q=admin@longbay.example");
    await page.getByRole("button", { name: "Ada Moreno", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(words.admin_users_self());
    await expect(dialog.getByRole("button", { name: words.admin_users_rights_save() })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Ada Moreno", exact: true })).toBeFocused();

    await page.getByRole("tab", { name: words.admin_users_hosts() }).click();
    await scanBoth(page, scan);
    const row = page.locator("main table tbody tr", { hasText: host.email });
    await row.getByRole("button", { name: words.admin_hosts_approve_label({ name: host.fullName }) }).click();
    await scan();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: words.admin_hosts_approve(), exact: true })
      .click();
    await expect(page.locator(".toast")).toContainText(words.admin_hosts_approved({ name: host.fullName }));
    await expect(row).toHaveCount(0);
    expect(await emails({ recipient: host.email, kind: "host_approved" })).toHaveLength(1);

    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: words.admin_users_hosts() }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("heading", { name: words.admin_invite_title() })).toBeVisible();
    await page.getByRole("button", { name: words.admin_invite_make() }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words.admin_invite_empty());
    await page.getByLabel(words.admin_users_may_upload_data()).check();
    await page.getByRole("button", { name: words.admin_invite_make() }).click();
    await expect(
      page.getByRole("region", { name: words.admin_invite_code() }).locator("p").first(),
    ).toHaveText(/^\w{9}-\w{9}-\w{9}$/);
    await scanBoth(page, scan);
    const code = await page
      .getByRole("region", { name: words.admin_invite_code() })
      .locator("p")
      .first()
      .innerText();
    await page.getByRole("button", { name: words.admin_invite_done() }).click();
    await expect(page.getByRole("main")).not.toContainText(code);
    const withdraw = page.getByRole("button", {
      name: words.admin_invite_withdraw_label({ permissions: words.admin_users_may_upload_data() }),
    });
    const before = await withdraw.count();
    await withdraw.first().click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: words.admin_invite_withdraw(), exact: true })
      .click();
    await expect(withdraw).toHaveCount(before - 1);
  });

  test("a message is answered once, and a draft survives a reload", async ({
    language,
    page,
    words,
    request,
    scan,
    emails,
  }) => {
    test.setTimeout(180_000);
    const email = `ann.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    const sent = await request.post("/api/contact", {
      data: {
        name: "Ann Lee",
        email,
        subject: `A car for ${email}`,
        message: "Is there a minivan?",
        language,
      },
    });
    expect(sent.status()).toBe(200);
    await openAsAdmin(page, "/admin/messages");
    await scanBoth(page, scan);
    await page.getByRole("button", { name: email }).click();
    await expect(page.getByRole("heading", { name: `A car for ${email}` })).toBeFocused();
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByText(words.conversations_empty())).toBeVisible();
    await scanBoth(page, scan);
    await page
      .getByRole("textbox", { name: words.conversations_write(), exact: true })
      .fill("Yes, from 3 June.");
    await page.reload();
    await expect(page.getByRole("textbox", { name: words.conversations_write(), exact: true })).toHaveValue(
      "Yes, from 3 June.",
    );
    await page.getByRole("button", { name: words.conversations_send() }).click();
    await expect(page.getByRole("list", { name: words.conversations_thread() })).toContainText("3 June");
    await expect(page.getByRole("button", { name: email })).toHaveCount(0);
    // An answer is on the screen before the server has it.
    await expect
      .poll(async () => {
        const sent = await emails({ recipient: email, kind: "contact_answer" });
        return sent.map((message) => [message.language, message.text.includes("Yes, from 3 June.")]);
      })
      .toEqual([[language, true]]);
    await page.getByRole("tab", { name: words.inbox_closed() }).click();
    await page.getByRole("button", { name: email }).click();
    await expect(page.getByRole("article")).toContainText("Yes, from 3 June.");
    await scanBoth(page, scan);
  });
});

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("subscriptions are counted, listed and saved as a file, and a failed file shows an error", async ({
    page,
    words,
    request,
    scan,
    allow,
  }) => {
    test.setTimeout(120_000);
    const email = `reader.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    expect(
      (await request.post("/api/email-subscriptions", { data: { email, source: "promo_modal" } })).status(),
    ).toBe(200);
    await openAsAdmin(page, "/admin/email-subscriptions");
    await expect(page.locator("main table tbody")).toContainText(email);
    await expect(page.locator(".stats")).toContainText(
      words.admin_subs_from({ source: words.admin_subs_promo_modal() }),
    );
    await scanBoth(page, scan);
    // A browser that can ask for a place writes a big file to the disk as it arrives: this one can't ask.
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: words.admin_subs_export() }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^email_subscriptions_\d{4}-\d\d-\d\d\.csv$/);

    allow(/\b500\b/);
    await page.route("**/api/email-subscriptions", (route) =>
      route.fulfill({ status: 500, json: { code: "internal", message: "No.", error: "No." } }),
    );
    await page.reload();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words.admin_subs_failed());
    await scan();
  });

  test("a full administrator sees the state of the installation", async ({ page, words, scan }) => {
    test.setTimeout(180_000);
    await openAsAdmin(page, "/admin/backend");
    const main = page.getByRole("main");
    await expect(main).toContainText(/PostgreSQL 1\d/);
    await expect(main).toContainText(words.admin_backend_no_mail());
    await expect(main).toContainText(words.admin_backend_queue_emails_lost());
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.admin_refresh() }).click();
    await expect(main).toContainText(words.admin_dead_none());
  });
});
