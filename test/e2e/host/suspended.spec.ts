import { admin } from "../admins.ts";
import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { newHost } from "../hosts.ts";
import { callsOf, typeSignIn } from "../people.ts";

for (const way of waysOf("zh, desktop", "en, phone"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a suspended host can sign in and read their earnings, and nothing else", async ({
      language,
      page,
      words,
      request,
      scan,
      allow,
      emails,
    }) => {
      // Calls that are no longer allowed to them are refused.
      allow(/\b403\b/);
      const { host } = await newHost(request);
      const desk = await callsOf(request, admin);
      const found = await request.get(`/api/admin/users?search=${encodeURIComponent(host.email)}`, {
        headers: desk,
      });
      const [account] = (await found.json()) as { id: string }[];
      const suspended = await request.post(`/api/admin/users/${account?.id}/suspend`, {
        headers: desk,
        data: { reason: "Unpaid tolls" },
      });
      expect(suspended.status()).toBe(200);

      // Without the password they must write to us: the page and the email say so, and the email has no link.
      await page.goto(`/forgot-password?lang=${language}`);
      await expect(page.getByText(words.auth_forgot_suspended())).toBeVisible();
      await page.getByLabel(words.auth_email(), { exact: true }).fill(host.email);
      await page.getByRole("button", { name: words.auth_forgot_send() }).click();
      await expect(page.getByText(words.auth_sent_text({ email: host.email }))).toBeVisible();
      await expect(page.getByText(words.auth_forgot_suspended())).toBeVisible();
      await scanBoth(page, scan);
      const [mailed] = await emails({ recipient: host.email, kind: "sign_in_suspended" });
      expect(mailed?.text).toContain("/contact");
      expect(await emails({ recipient: host.email, kind: "recovery" })).toEqual([]);

      await page.goto(`/signin?lang=${language}`);
      await typeSignIn(page, words, host);
      await expect(page).toHaveURL(/\/host\/earnings$/);
      await expect(page.getByText(words.host_suspended())).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.earnings_title());
      await scanBoth(page, scan);
      for (const path of ["/host/payouts", "/host/statements"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }
      await page.goto("/dashboard");
      await expect(page.getByText(words.me_suspended())).toBeVisible();
      await scanBoth(page, scan);
      await page.getByRole("main").getByRole("link", { name: words.host_nav() }).click();
      await expect(page).toHaveURL(/\/host\/earnings$/);
    });
  });
