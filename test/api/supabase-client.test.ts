import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP, Secret } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../app.ts";
import { emailTo, linkIn } from "../emails.ts";
import { freePort } from "../throwaway-cluster.ts";

describe("the unmodified supabase-js", () => {
  let test: TestApp;
  let address: string;
  let client: SupabaseClient;
  const ann = { email: "ann@example.com", password: "correct horse" };

  beforeAll(async () => {
    const port = await freePort();
    test = await startTestApp({ PORT: String(port) });
    address = await test.app.listen({ port, host: "127.0.0.1" });
    client = newClient();
  });
  afterAll(() => test.close());

  const newClient = () =>
    createClient(address, "longbay", { auth: { persistSession: false, autoRefreshToken: false } });

  it("the unmodified supabase-js goes from sign-up through the second factor to sign-out", async () => {
    const signedUp = await client.auth.signUp({
      ...ann,
      options: { data: { full_name: "Ann Lee", username: "Ann_Lee", account_type: "admin", role: "admin" } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data).toMatchObject({
      session: null,
      user: { email: ann.email, role: "authenticated", identities: [{ provider: "email" }] },
    });

    const early = await client.auth.signInWithPassword(ann);
    expect(early.error).toMatchObject({ code: "email_not_confirmed", status: 400 });
    const insert = await client
      .from("profiles")
      .insert({ id: signedUp.data.user?.id, username: "ann_lee", full_name: "Ann Lee" });
    expect(insert).toMatchObject({ status: 401, error: { code: "42501" } });

    const link = linkIn(await emailTo(test, ann.email, "signup"));
    expect(link.pathname).toBe("/auth/confirm");
    const confirmed = await client.auth.verifyOtp({
      token_hash: link.searchParams.get("token_hash") ?? "",
      type: "signup",
    });
    expect(confirmed.error).toBeNull();
    expect(confirmed.data.user).toMatchObject({
      id: signedUp.data.user?.id,
      user_metadata: { email_verified: true },
    });
    const again = await newClient().auth.verifyOtp({
      token_hash: link.searchParams.get("token_hash") ?? "",
      type: "signup",
    });
    expect(again.error).toMatchObject({ code: "otp_expired", status: 403 });

    const signedIn = await client.auth.signInWithPassword(ann);
    expect(signedIn.error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({
      role: "authenticated",
      aal: "aal1",
      aud: "authenticated",
      email: ann.email,
    });
    expect((await apiUser(client)).body).toMatchObject({
      userType: "customer",
      isAdmin: false,
      profile: { username: "ann_lee" },
    });

    const name = await client
      .from("profiles")
      .select("username")
      .eq("username", "ann_lee")
      .limit(1)
      .maybeSingle();
    expect(name.data).toEqual({ username: "ann_lee" });
    const nobody = await client
      .from("profiles")
      .select("username")
      .ilike("username", "nobody_yet")
      .limit(1)
      .maybeSingle();
    expect(nobody).toMatchObject({ data: null, error: null });

    const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    if (enrolled.error) throw enrolled.error;
    expect(enrolled.data.totp.qr_code).toContain("<svg");
    const totp = new TOTP({ secret: Secret.fromBase32(enrolled.data.totp.secret) });
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
    });
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: "000000" });
    expect(wrong.error).toMatchObject({ code: "mfa_verification_failed", status: 422 });
    const code = totp.generate();
    const raised = await client.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code });
    expect(raised.error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);

    const second = newClient();
    expect((await second.auth.signInWithPassword(ann)).error).toBeNull();
    expect((await second.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await apiUser(second)).status).toBe(403);
    const replayed = await second.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code });
    expect(replayed.error).toMatchObject({ code: "mfa_verification_failed" });
    const unenrolled = await second.auth.mfa.unenroll({ factorId: enrolled.data.id });
    expect(unenrolled.error).toMatchObject({ code: "insufficient_aal" });
    await second.auth.signOut({ scope: "local" });

    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await claimsOf(client)).toMatchObject({ aal: "aal2" });
    expect((await client.auth.mfa.unenroll({ factorId: enrolled.data.id })).data).toEqual({
      id: enrolled.data.id,
    });

    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    expect((await client.auth.signOut()).error).toBeNull();
    const after = await fetch(`${address}/auth/v1/user`, {
      headers: { authorization: `Bearer ${token}`, "x-supabase-api-version": "2024-01-01" },
    });
    expect([after.status, await after.json()]).toMatchObject([403, { code: "session_not_found" }]);
    expect(await apiStatus(token)).toBe(401);
  });

  async function claimsOf(of: SupabaseClient) {
    const { data, error } = await of.auth.getClaims();
    if (error) throw error;
    return data?.claims;
  }

  async function apiUser(of: SupabaseClient) {
    const { data } = await of.auth.getSession();
    const response = await fetch(`${address}/api/auth/user`, {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async function apiStatus(token: string): Promise<number> {
    return (await fetch(`${address}/api/auth/user`, { headers: { authorization: `Bearer ${token}` } }))
      .status;
  }
});
