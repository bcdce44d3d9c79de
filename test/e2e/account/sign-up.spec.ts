import { expect, test, ways } from "../fixtures.ts";
import {
  confirmedPerson,
  emailLink,
  newPerson,
  openSettings,
  type Person,
  signIn,
  typeSignIn,
} from "../people.ts";
import type { Page } from "@playwright/test";
import type { Words } from "../fixtures.ts";

/** A new person signs up, and the page asks them to look for an email. */
async function signUp(page: Page, words: Words): Promise<Person> {
  const person = newPerson();
  await page.goto("/signup");
  await page.getByLabel(words.auth_full_name(), { exact: true }).fill(person.fullName);
  await page.getByLabel(words.auth_username(), { exact: true }).fill(person.username);
  await page.locator("#signup-email").fill(person.email);
  await page.locator("#signup-password").fill(person.password);
  await page.locator("#signup-confirmation").fill(person.password);
  await page.getByRole("button", { name: words.auth_create() }).click();
  await expect(page.getByRole("main")).toContainText(words.auth_confirm_by_email({ email: person.email }));
  return person;
}

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a sign-up email opened on another device asks for the right password", async ({
    page,
    words,
    request,
    anotherVisitor,
    allow,
    scan,
  }) => {
    test.setTimeout(240_000);
    allow(/\b422\b/);
    const person = await signUp(page, words);
    const phone = await anotherVisitor();
    await phone.goto(await emailLink(request, person.email, "signup"));
    await expect(phone.getByRole("main")).toContainText(words.confirm_for({ email: person.email }));
    await expect(phone.getByRole("main")).toContainText(words.confirm_password_text());
    await scan();
    const password = phone.locator("#confirm-password");
    const confirm = phone.getByRole("button", { name: words.confirm_signup_action() });
    await password.fill("not the one I chose");
    await confirm.click();
    await expect(
      phone.getByRole("alert").filter({ hasText: words.session_failure_sign_up_password() }),
    ).toBeVisible();
    await password.fill(person.password);
    await confirm.click();
    await expect(phone.getByRole("heading", { level: 1 })).toHaveText(
      words.account_welcome({ name: person.fullName }),
    );
  });
});

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("the owner of an address chooses a new password, and the stranger's password stops working", async ({
    page,
    words,
    request,
    anotherVisitor,
    allow,
  }) => {
    test.setTimeout(240_000);
    allow(/\b400\b/);
    const stranger = await signUp(page, words);
    const owner = await anotherVisitor();
    await owner.goto(await emailLink(request, stranger.email, "signup"));
    await owner.getByRole("button", { name: words.confirm_without_password() }).click();
    await expect(owner.getByRole("heading", { level: 1 })).toHaveText(words.reset_title());
    await owner.locator("#new-password").fill("seven quiet herons");
    await owner.locator("#new-confirmation").fill("seven quiet herons");
    await owner.getByRole("button", { name: words.reset_save() }).click();
    await expect(owner).toHaveURL("/dashboard");
    await page.goto("/signin");
    await typeSignIn(page, words, stranger);
    await expect(
      page.getByRole("alert").filter({ hasText: words.session_failure_invalid_credentials() }).first(),
    ).toBeVisible();
  });
});

test("a sign-in link for another account names both accounts", async ({ page, words, request }) => {
  const [here, other] = [await confirmedPerson(request), await confirmedPerson(request)];
  await signIn(page, words, here);
  await request.post("/auth/v1/otp", { headers: { apikey: "longbay" }, data: { email: other.email } });
  await page.goto(await emailLink(request, other.email, "magiclink"));
  await expect(page.getByRole("main")).toContainText(
    words.confirm_other_account({ current: here.email, email: other.email }),
  );
  await page.getByRole("link", { name: words.confirm_stay({ current: here.email }) }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a change of the account type and a forgotten password keep what was typed and the redirect", async ({
  page,
  words,
}) => {
  const person = newPerson();
  await page.goto("/signup?redirect=/cars");
  await expect(page.locator("#signup-email")).toHaveAttribute("autocomplete", "username");
  await expect(page.locator("input[autocomplete=username]")).toHaveCount(1);
  await page.getByLabel(words.auth_full_name(), { exact: true }).fill(person.fullName);
  await page.locator("#signup-email").fill(person.email);
  await page.getByRole("link", { name: words.auth_change_type() }).click();
  await page.getByRole("link", { name: words.auth_type_host_action() }).click();
  await expect(page).toHaveURL("/signup?redirect=%2Fcars&type=host");
  await expect(page.getByLabel(words.auth_full_name(), { exact: true })).toHaveValue(person.fullName);
  await expect(page.locator("#signup-email")).toHaveValue(person.email);

  await page.goto("/signin?redirect=/cars");
  await page.locator("#signin-email").fill(person.email);
  await page.getByRole("link", { name: words.auth_forgot() }).click();
  await expect(page.locator("#forgot-email")).toHaveValue(person.email);
  await page.getByRole("link", { name: words.auth_back_sign_in() }).first().click();
  await expect(page).toHaveURL("/signin?redirect=/cars");
  await expect(page.locator("#signin-email")).toHaveValue(person.email);
});

test("an old error disappears when the next sign-in succeeds", async ({ page, words, request, allow }) => {
  allow(/\b400\b/);
  const person = await confirmedPerson(request);
  await page.goto("/signin?redirect=/cars");
  await typeSignIn(page, words, { ...person, password: "not this one" });
  await expect(page.locator(".toast")).toContainText(words.auth_login_failed());
  await typeSignIn(page, words, person);
  await expect(page).toHaveURL("/cars");
  await expect(page.locator(".toast").filter({ hasText: words.auth_login_failed() })).toHaveCount(0);
});

test("a log-out ends one session, and logging out everywhere ends all", async ({
  page,
  words,
  request,
  anotherVisitor,
  allow,
}) => {
  allow(/\b40[13]\b/);
  const person = await confirmedPerson(request);
  const [other, third] = [await anotherVisitor(), await anotherVisitor()];
  for (const screen of [page, other, third]) await signIn(screen, words, person);
  await page.getByRole("main").getByRole("button", { name: words.layout_log_out(), exact: true }).click();
  await expect(page.locator(".toast")).toContainText(words.session_signed_out_title());
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(
    words.account_welcome({ name: person.fullName }),
  );
  await openSettings(other, words);
  await other.getByRole("button", { name: words.account_log_out_everywhere(), exact: true }).click();
  await expect(other.locator(".toast")).toContainText(words.session_signed_out_title());
  await third.goto("/dashboard");
  await expect(third).toHaveURL("/login?redirect=/dashboard");
});

test("a signed-in person applies to host with one click", async ({ page, words, request, wake }) => {
  await signIn(page, words, await confirmedPerson(request));
  await page.goto("/autowealth/");
  await wake();
  await page.locator("#apply").getByRole("button").click();
  await expect(page.locator("#apply").getByRole("status")).toBeVisible();
  await expect(page.locator("#apply").getByRole("button")).toHaveCount(0);
  await page.locator("#apply").getByRole("link", { name: words.hosting_go(), exact: true }).click();
  await expect(page).toHaveURL("/host");
  await page.goto("/signup?type=host");
  await expect(page).toHaveURL("/host");
});
