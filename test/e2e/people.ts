import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type { Car } from "#contract/cars.ts";
import type { Order } from "#contract/orders.ts";
import { addDays } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { sessionKey } from "#web/session/session-names.ts";
import { today, type Words } from "./fixtures.ts";

export type Person = { fullName: string; username: string; email: string; password: string };

export function newPerson(): Person {
  const id = crypto.randomUUID().slice(0, 8);
  return {
    fullName: "Ann Lee",
    username: `ann_${id}`,
    email: `ann.${id}@mail.example`,
    password: "harbor fog 4",
  };
}

/** The wanted part of a person's newest email of a kind, as soon as the email exists. */
async function partOfEmail(
  request: APIRequestContext,
  recipient: string,
  kind: string,
  wanted: RegExp,
): Promise<string> {
  let part = "";
  await expect
    .poll(async () => {
      const messages = (await (await request.get("/dev/mailbox.json")).json()) as {
        kind: string;
        recipient: string;
        text: string;
      }[];
      const message = messages.find((one) => one.recipient === recipient && one.kind === kind);
      part = wanted.exec(message?.text ?? "")?.[0] ?? "";
      return part;
    })
    .not.toBe("");
  return part;
}

/** The address that the newest email of a kind leads to. */
export const emailLink = (request: APIRequestContext, recipient: string, kind: string): Promise<string> =>
  partOfEmail(request, recipient, kind, /https?:\/\/\S+/);

/** The code in the newest email, which needs no click. */
export const mailedCode = (request: APIRequestContext, recipient: string): Promise<string> =>
  partOfEmail(request, recipient, "reauthentication", /\b\d{6}\b/);

/**
 * A person with a confirmed account, made by the service's own calls; `metadata` holds other values that they
 * typed at the sign-up.
 */
export async function confirmedPerson(
  request: APIRequestContext,
  metadata: Record<string, string> = {},
): Promise<Person> {
  const person = newPerson();
  const headers = { apikey: "longbay" };
  const data = { full_name: person.fullName, username: person.username, ...metadata };
  const signedUp = await request.post("/auth/v1/signup", {
    headers,
    data: { email: person.email, password: person.password, data },
  });
  expect(signedUp.status()).toBe(200);
  const query = new URL(await emailLink(request, person.email, "signup")).searchParams;
  const confirmed = await request.post("/auth/v1/verify", {
    headers,
    data: { type: "signup", token_hash: query.get("token_hash") },
  });
  expect(confirmed.status()).toBe(200);
  return person;
}

/** A person with a name that nobody else has, by which they are found. */
export async function namedPerson(request: APIRequestContext, firstName: string): Promise<Person> {
  const fullName = `${firstName} ${crypto.randomUUID().slice(0, 6)}`;
  return { ...(await confirmedPerson(request, { full_name: fullName })), fullName };
}

/** Types the e-mail address and the password into the sign-in form that is open, and sends it. */
export async function typeSignIn(
  page: Page,
  words: Words,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  await page.getByLabel(words.auth_email(), { exact: true }).fill(email);
  await page.getByLabel(words.auth_password(), { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: words.layout_nav_sign_in(), exact: true }).click();
}

/**
 * Signs a browser in by the service's own call, and stores the session as the form would. Other journeys test the
 * form.
 */
export async function openSession(
  page: Page,
  { email, password }: Pick<Person, "email" | "password">,
): Promise<void> {
  const signedIn = await page.request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "longbay" },
    data: { email, password },
  });
  expect(signedIn.status()).toBe(200);
  const localStorage = [{ name: sessionKey, value: await signedIn.text() }];
  const { cookies } = await page.context().storageState();
  const { origin } = new URL(signedIn.url());
  await page.context().setStorageState({ cookies, origins: [{ origin, localStorage }] });
}

export async function signIn(page: Page, words: Words, person: Person): Promise<void> {
  await openSession(page, person);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    words.account_welcome({ name: person.fullName }),
  );
}

/** Turns on a person's second factor by the service's own calls, and returns the key of their authenticator. */
export async function enrolApp(request: APIRequestContext, person: Person): Promise<string> {
  const headers = { apikey: "longbay", ...(await callsOf(request, person)) };
  const call = async <T>(path: string, data: object): Promise<T> => {
    const answer = await request.post(`/auth/v1/factors${path}`, { headers, data });
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as T;
  };
  const factor = await call<{ id: string; totp: { secret: string } }>("", {
    factor_type: "totp",
    friendly_name: "Phone",
  });
  const { id } = await call<{ id: string }>(`/${factor.id}/challenge`, {});
  await call(`/${factor.id}/verify`, { challenge_id: id, code: codeOf(factor.totp.secret) });
  return factor.totp.secret;
}

/** Goes from the person's own pages to their settings. */
export async function openSettings(page: Page, words: Words): Promise<void> {
  await page
    .getByRole("navigation", { name: words.layout_account() })
    .getByRole("link", { name: words.account_settings(), exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.account_settings());
}

export async function logOut(page: Page, words: Words): Promise<void> {
  await page.locator(".account-menu summary").click();
  await page.locator(".account-menu").getByRole("button", { name: words.layout_log_out() }).click();
  await expect(page.locator(".toast")).toContainText(words.session_signed_out_title());
  await expect(page).toHaveURL("/");
}

/** The code that an authenticator shows for a key, `steps` times 30 seconds from now. */
export const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** A visitor's request for a car for a month, beginning in this many days. */
export async function placeOrder(
  request: APIRequestContext,
  car: Car,
  email: string,
  inDays = 40,
  headers: Record<string, string> = {},
): Promise<Order> {
  const pickupDate = addDays(today(), inDays);
  const rental = { carId: car.id, pickupDate, returnDate: returnDateFor(pickupDate, 1) };
  const { total } = (await (await request.post("/api/quotes", { data: rental })).json()) as { total: string };
  const person = { customerName: "Ann Lee", customerEmail: email, pickupLocation: "5 Bay Street" };
  const placed = await request.post("/api/bookings", {
    headers,
    data: { ...rental, ...person, totalPrice: total },
  });
  expect(placed.status(), await placed.text()).toBe(201);
  return (await placed.json()) as Order;
}

/** The code of the newest text message to a number, if it differs from `seen`. */
export async function textedCode(request: APIRequestContext, recipient: string, seen = ""): Promise<string> {
  let code = "";
  await expect
    .poll(async () => {
      const texts = (await (await request.get("/dev/texts.json")).json()) as {
        recipient: string;
        body: string;
      }[];
      code = /\b\d{6}\b/.exec(texts.find((text) => text.recipient === recipient)?.body ?? "")?.[0] ?? "";
      return code !== "" && code !== seen;
    })
    .toBe(true);
  return code;
}

/** The headers of a person's API calls. */
export async function callsOf(
  request: APIRequestContext,
  { email, password }: Pick<Person, "email" | "password">,
) {
  const session = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "longbay" },
    data: { email, password },
  });
  const { access_token: token } = (await session.json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}
