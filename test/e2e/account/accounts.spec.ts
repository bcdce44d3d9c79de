import { expect, scanBoth, test, ways } from "../fixtures.ts";
import {
  codeOf,
  confirmedPerson,
  emailLink,
  logOut,
  mailedCode,
  newPerson,
  openSettings,
  placeOrder,
  signIn,
  textedCode,
  typeSignIn,
} from "../people.ts";

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a customer signs up, adds two-step verification, gets recovery codes and sets a new password", async ({
    page,
    words,
    request,
    scan,
    allow,
  }) => {
    test.setTimeout(420_000);
    // A sign-in that is too early or has a wrong code is refused, and the browser writes that to its console.
    allow(/\b(?:400|422)\b/);
    const person = newPerson();
    const main = page.getByRole("main");
    const heading = page.getByRole("heading", { level: 1 });

    await page.goto("/user-type-selection");
    await scanBoth(page, scan);
    await page.getByRole("link", { name: words.auth_type_customer_action() }).click();
    await expect(page).toHaveURL("/signup?type=customer");
    await expect(heading).toHaveText(words.auth_sign_up_title());
    await page.getByLabel(words.auth_full_name(), { exact: true }).fill(person.fullName);
    await page.getByLabel(words.auth_username(), { exact: true }).fill(person.username.toUpperCase());
    await page.locator("#signup-email").fill(person.email);
    await page.locator("#signup-password").fill(person.password);
    await page.locator("#signup-confirmation").fill(person.password);
    await expect(page.getByText(words.auth_username_free({ username: person.username }))).toBeVisible();
    await expect(page.locator(".rules .met")).toHaveCount(2);
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.auth_create() }).click();

    await expect(page.locator(".toast")).toContainText(words.auth_created_title());
    await expect(page).toHaveURL("/signin?type=customer");
    await expect(main).toContainText(words.auth_confirm_by_email({ email: person.email }));
    await expect(page.locator("#signin-email")).toHaveValue(person.email);
    await expect(page.locator("#signin-password")).toHaveValue("");
    await typeSignIn(page, words, person);
    await expect(
      page.getByRole("alert").filter({ hasText: words.session_failure_email_not_confirmed() }).first(),
    ).toBeVisible();
    await scanBoth(page, scan);

    await page.goto(await emailLink(request, person.email, "signup"));
    await expect(heading).toHaveText(words.confirm_signup_title());
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.confirm_signup_action() }).click();
    await expect(heading).toHaveText(words.account_welcome({ name: person.fullName }));
    await expect(main).toContainText(words.account_customer());
    await expect(main).toContainText(words.own_orders_none());
    await scanBoth(page, scan);
    await openSettings(page, words);
    await expect(main).toContainText(words.account_session_this());
    await scanBoth(page, scan);

    await main.getByRole("button", { name: words.account_step_add_app() }).click();
    await main.getByRole("button", { name: words.account_step_continue() }).click();
    await expect(page.getByAltText(words.account_step_image())).toBeVisible();
    expect(
      await page
        .getByAltText(words.account_step_image())
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0);
    const key = await main.locator("ol p[translate=no]").innerText();
    await page.locator("#enrol-code").fill("000 000");
    await main.getByRole("button", { name: words.account_step_turn_on() }).click();
    await expect(main.getByRole("alert")).toContainText(words.session_failure_mfa_verification_failed());
    await scanBoth(page, scan);
    await page.locator("#enrol-code").fill(codeOf(key));
    await main.getByRole("button", { name: words.account_step_turn_on() }).click();
    await expect(page.getByRole("heading", { name: words.account_codes_title() })).toBeFocused();
    const codes = await page
      .getByRole("region", { name: words.account_codes_title() })
      .getByRole("listitem")
      .allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    await scanBoth(page, scan);
    await main.getByRole("button", { name: words.account_codes_kept() }).click();
    await logOut(page, words);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== "language"))).toEqual(
      [],
    );

    await page.goto("/login?redirect=/dashboard");
    await typeSignIn(page, words, person);
    await expect(page.getByLabel(words.auth_code(), { exact: true })).toBeFocused();
    await scanBoth(page, scan);
    // Each code works once; the code of the next 30 seconds is valid already.
    await page.keyboard.type(codeOf(key, 1));
    await page.keyboard.press("Enter");
    await expect(heading).toHaveText(words.account_welcome({ name: person.fullName }));
    await logOut(page, words);

    await page.goto("/login?redirect=/dashboard");
    // A person may type faster than the service answers which factors they have; the typing must not be lost.
    const slow = Promise.withResolvers<void>();
    await page.route("**/auth/v1/user", async (route) => {
      await slow.promise;
      await route.continue();
    });
    await typeSignIn(page, words, person);
    await page.getByRole("button", { name: words.auth_use_recovery() }).click();
    await page.getByLabel(words.auth_recovery_code(), { exact: true }).fill(codes[0] ?? "");
    await scanBoth(page, scan);
    await page.keyboard.press("Enter");
    slow.resolve();
    await expect(heading).toHaveText(words.account_welcome({ name: person.fullName }));

    await openSettings(page, words);
    await page.getByText(words.account_change_password(), { exact: true }).click();
    await page.locator("#password-current").fill("not this one");
    await page.locator("#password-new").fill("sunny pier 9");
    await page.locator("#password-confirmation").fill("sunny pier 9");
    await main.getByRole("button", { name: words.account_save_password() }).click();
    await expect(main.getByRole("alert")).toContainText(words.session_failure_current_password_mismatch());
    await page.locator("#password-current").fill(person.password);
    await main.getByRole("button", { name: words.account_save_password() }).click();
    await expect(page.locator(".toast")).toContainText(words.account_password_changed());
    await logOut(page, words);

    await page.goto("/signin");
    await page.getByRole("link", { name: words.auth_forgot() }).click();
    await expect(heading).toHaveText(words.auth_forgot_title());
    await page.getByLabel(words.auth_email(), { exact: true }).fill(person.email);
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.auth_forgot_send() }).click();
    await expect(heading).toHaveText(words.auth_sent_title());
    await expect(main).toContainText("24");
    await scanBoth(page, scan);
    const link = await emailLink(request, person.email, "recovery");
    await page.goto(link);
    await page.getByRole("button", { name: words.confirm_recovery_action() }).click();
    // Access to the mailbox alone opens no account with a second step.
    await page.getByRole("button", { name: words.auth_use_recovery() }).click();
    await page.getByLabel(words.auth_recovery_code(), { exact: true }).fill(codes[1] ?? "");
    await page.keyboard.press("Enter");
    await expect(heading).toHaveText(words.reset_title());
    await page.locator("#new-password").fill("third word 3");
    await page.locator("#new-confirmation").fill("third word 3");
    await scanBoth(page, scan);
    await page.getByRole("button", { name: words.reset_save() }).click();
    await expect(heading).toHaveText(words.account_welcome({ name: person.fullName }));

    allow(/\b403\b/);
    await page.goto(link);
    await page.getByRole("button", { name: words.confirm_recovery_action() }).click();
    await expect(heading).toHaveText(words.confirm_dead_title());
    await scanBoth(page, scan);
  });
});

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("an order joins the account once its owner confirms it, and a new address needs both mailboxes", async ({
    page,
    words,
    request,
    scan,
    car,
  }) => {
    test.setTimeout(180_000);
    const person = await confirmedPerson(request);
    const order = await placeOrder(request, car, person.email);
    await signIn(page, words, person);
    const row = page.locator(".order-list > li");
    await page.getByRole("button", { name: words.me_origin_mine() }).click();
    await expect(row).toContainText(order.orderNumber);
    await scanBoth(page, scan);
    // The order's owner needs no email to cancel it, and nobody else sees it now.
    await row.getByRole("link").first().click();
    await expect(page).toHaveURL(`/dashboard/trips/${order.id}`);
    await expect(page.getByRole("main")).toContainText(words.common_line_total());
    await scanBoth(page, scan);
    expect((await request.get(`/api/orders/${order.id}`)).status()).toBe(404);
    await page.getByText(words.order_cancel(), { exact: true }).click();
    await page.getByRole("button", { name: words.order_cancel_yes() }).click();
    await expect(page.getByRole("heading", { name: words.order_heading_cancelled() })).toBeVisible();
    await page.goto("/dashboard");
    await expect(row).toContainText(words.order_status_cancelled());
    await openSettings(page, words);

    const next = `new.${person.email}`;
    await page.getByText(words.account_change_email(), { exact: true }).click();
    await page.locator("#email-new").fill(next);
    await page
      .getByRole("region", { name: words.account_email() })
      .getByRole("button", { name: words.account_mail_code() })
      .click();
    const code = await mailedCode(request, person.email);
    await page.locator("#email-nonce").fill(code);
    await page.getByRole("button", { name: words.account_save_email() }).click();
    await expect(page.getByText(words.account_email_pending({ email: next }))).toBeVisible();
    await page.getByRole("button", { name: words.account_email_again() }).click();
    await expect(page.getByText(words.auth_resent())).toBeVisible();
    const heading = page.getByRole("heading", { level: 1 });
    await page.goto(await emailLink(request, next, "email_change_new"));
    await page.getByRole("button", { name: words.confirm_change_action() }).click();
    await expect(heading).toHaveText(words.confirm_half_title());
    await page.goto(await emailLink(request, person.email, "email_change_current"));
    await page.getByRole("button", { name: words.confirm_change_action() }).click();
    await expect(page.getByText(next, { exact: true }).filter({ visible: true })).toBeVisible();

    await page.getByText(words.account_edit_profile(), { exact: true }).click();
    await page.locator("#profile-name").fill("Ann Lee Chen");
    await page.getByRole("button", { name: words.account_save(), exact: true }).click();
    await expect(page.locator(".me-who b")).toHaveText("Ann Lee Chen");
    await expect(page.locator(".account-menu .who-name").first()).toHaveText("Ann Lee Chen");
  });
});

test("two-step verification by phone first sends a code, and starts over after its session was ended", async ({
  page,
  words,
  request,
  allow,
}) => {
  // The session that was ended is refused, and a browser writes that into its console.
  allow(/\b403\b/);
  const person = await confirmedPerson(request);
  const number = `1650555${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`;
  const call = async (path: string, data: object, token = "longbay") => {
    const answer = await request.post(`/auth/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
      data,
    });
    expect(answer.status()).toBe(200);
    return (await answer.json()) as { id: string; access_token: string };
  };
  const { access_token } = await call("/token?grant_type=password", {
    email: person.email,
    password: person.password,
  });
  const factor = await call(
    "/factors",
    { factor_type: "phone", friendly_name: "Phone", phone: `+${number}` },
    access_token,
  );
  const challenge = await call(`/factors/${factor.id}/challenge`, {}, access_token);
  const code = await textedCode(request, number);
  const raised = await call(
    `/factors/${factor.id}/verify`,
    { challenge_id: challenge.id, code },
    access_token,
  );

  await page.goto("/signin");
  await typeSignIn(page, words, person);
  await expect(page.getByRole("button", { name: words.auth_code_send() })).toBeVisible();
  await page.locator("#second-code").fill("123456");
  await page.keyboard.press("Enter");
  await expect(page.getByText(words.auth_code_send_first())).toBeVisible();
  const elsewhere = { headers: { authorization: `Bearer ${raised.access_token}` } };
  expect((await request.post("/auth/v1/logout?scope=others", elsewhere)).status()).toBe(204);
  await page.reload();
  await expect(page.locator(".toast")).toContainText(words.session_failure_session_gone());
  await expect(page.locator("#signin-password")).toBeVisible();
});
