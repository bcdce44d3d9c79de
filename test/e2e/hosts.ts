import { type APIRequestContext, expect } from "@playwright/test";
import type { Replacements } from "#contract/continuity.ts";
import type { HostCar } from "#contract/host-cars.ts";
import type { Order } from "#contract/orders.ts";
import { checkDigit } from "#domain/cars/host/vin.ts";
import { addDays } from "#domain/dates.ts";
import { conditionSlots } from "#domain/trips/condition.ts";
import { admin } from "./admins.ts";
import { today } from "./fixtures.ts";
import { callsOf, confirmedPerson, emailLink, type Person } from "./people.ts";
import { photo } from "./photo.ts";
import { setStatus } from "./rentals.ts";

export type Calls = { authorization: string };

/** A person who may lend cars, and the headers of their API calls. */
export async function newHost(request: APIRequestContext): Promise<{ host: Person; headers: Calls }> {
  const host = await confirmedPerson(request);
  const headers = await callsOf(request, host);
  const desk = await callsOf(request, admin);
  const found = await request.get(`/api/admin/users?search=${encodeURIComponent(host.email)}`, {
    headers: desk,
  });
  const [account] = (await found.json()) as { id: string }[];
  const made = await request.put(`/api/admin/users/${account?.id}/role`, {
    headers: desk,
    data: { role: "host", reason: "Lends cars" },
  });
  expect(made.status()).toBe(200);
  return { host, headers };
}

/** A VIN that no other car has. */
function newVin(): string {
  const serial = String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(10, "0")
    .slice(-7);
  const vin = `4T1B11HK0K${serial}`;
  return vin.slice(0, 8) + checkDigit(vin) + vin.slice(9);
}

/** A host's car that everybody can book, made by calls of the host and an administrator. */
export async function listedCar(
  request: APIRequestContext,
  headers: Calls,
  wanted: Record<string, unknown> = {},
): Promise<HostCar> {
  const path = "/api/host/cars";
  const vin = newVin();
  const data = {
    brand: "Toyota",
    model: "Camry",
    year: "2022",
    trim: "LE",
    category: "Sedan",
    colour: "Silver",
    vin,
    plateNumber: `H${vin.slice(-6)}`,
    odometer: "41,250",
    seats: "5",
    transmission: "automatic",
    city: "San Jose",
    zipCode: "95112",
    handoverAddress: "12 Secret Lane",
    description: "A clean and quiet car.",
    monthlyPrice: "749",
    minRentDays: "30",
    maxRentDays: "365",
    noticeDays: "2",
    ...wanted,
  };
  const begun = await request.post(path, { headers, data });
  expect(begun.status()).toBe(201);
  const { id } = (await begun.json()) as HostCar;
  for (const at of [1, 2, 3, 4, 5]) {
    const added = await request.post(`${path}/${id}/images`, {
      headers,
      multipart: { images: await photo(`${at}.jpg`, `#${at}a6d4f`) },
    });
    expect(((await added.json()) as { refused: unknown }).refused).toEqual([]);
  }
  for (const kind of ["registration", "insurance"]) {
    const sent = await request.post(`${path}/${id}/papers`, {
      headers,
      multipart: { kind, lastDay: addDays(today(), 300), file: await photo(`${kind}.jpg`) },
    });
    expect(sent.ok()).toBe(true);
  }
  const submitted = await request.post(`${path}/${id}/submit`, { headers });
  expect(submitted.status(), await submitted.text()).toBe(200);
  const listed = await request.put(`/api/admin/host-cars/${id}`, {
    headers: await callsOf(request, admin),
    data: { decision: "listed" },
  });
  expect(listed.status(), await listed.text()).toBe(200);
  return (await submitted.json()) as HostCar;
}

/** A person's request for a host's car with their account, by the form's call, beginning in `inDays` days. */
export const requestOf = async (
  request: APIRequestContext,
  renter: Person,
  car: Pick<HostCar, "id">,
  language: "en" | "zh",
  inDays?: number,
): Promise<Order> =>
  askFor(request, { email: renter.email, headers: await callsOf(request, renter) }, car, language, inDays);

/** A visitor's request for a host's car, with a confirmed address. Returns the order and its link's address. */
export async function visitorsRequest(
  request: APIRequestContext,
  email: string,
  car: Pick<HostCar, "id">,
  language: "en" | "zh",
  inDays?: number,
): Promise<{ order: Order; link: string }> {
  const order = await askFor(request, { email }, car, language, inDays);
  const link = await emailLink(request, email, "order_received");
  const key = new URL(link).searchParams.get("key");
  const confirmed = await request.post(`/api/orders/${order.id}/confirm-email`, { data: { key } });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
  return { order, link };
}

async function askFor(
  request: APIRequestContext,
  { email, headers }: { email: string; headers?: Calls },
  { id: carId }: Pick<HostCar, "id">,
  language: "en" | "zh",
  inDays = 30,
): Promise<Order> {
  const pickupDate = addDays(today(), inDays);
  const dates = { pickupDate, returnDate: addDays(pickupDate, 89) };
  const quote = await request.post("/api/quotes", { data: { carId, ...dates } });
  const placed = await request.post("/api/bookings", {
    ...(headers && { headers }),
    data: {
      carId,
      ...dates,
      customerName: "Mei Zhangsecret",
      customerEmail: email,
      customerPhone: "+1 650 555 0177",
      pickupLocation: "77 Hidden Grove",
      totalPrice: ((await quote.json()) as { total: string }).total,
      language,
    },
  });
  expect(placed.status(), await placed.text()).toBe(201);
  return (await placed.json()) as Order;
}

/** A rental of a host's car: requested, accepted, and then put into a status by an administrator. */
export async function hostedRental(
  request: APIRequestContext,
  {
    renter,
    headers,
    car,
    status,
    language = "en",
    inDays,
  }: {
    renter: Person;
    headers: Calls;
    car: HostCar;
    status?: "in_progress" | "completed";
    language?: "en" | "zh";
    inDays?: number;
  },
): Promise<Order> {
  const order = await requestOf(request, renter, car, language, inDays);
  await acceptRequest(request, headers, order);
  if (status) await setStatus(request, order, status);
  return order;
}

/** The host of the requested car accepts. */
export async function acceptRequest(
  request: APIRequestContext,
  headers: Calls,
  { id }: Pick<Order, "id">,
): Promise<void> {
  const data = { decision: "accepted" };
  const accepted = await request.put(`/api/host/requests/${id}`, { headers, data });
  expect(accepted.status(), await accepted.text()).toBe(200);
}

/**
 * This many days ahead no other journey orders a car. An offered car of the fleet is held, and it may be a car that
 * another journey has for itself.
 */
export const unaskedDays = 500;

/**
 * A running rental that has gone on with another car after the host's car broke down. In a product of its own a
 * journey may let it begin soon.
 */
export async function goneOnRental(
  request: APIRequestContext,
  { inDays = unaskedDays, ...rental }: { renter: Person; headers: Calls; car: HostCar; inDays?: number },
): Promise<Order> {
  const order = await hostedRental(request, { ...rental, status: "in_progress", inDays });
  const data = { reason: "broken" };
  const ended = await request.post(`/api/host/trips/${order.id}/end`, { headers: rental.headers, data });
  expect(ended.status(), await ended.text()).toBe(200);
  const headers = await callsOf(request, rental.renter);
  const path = `/api/orders/${order.id}/replacements`;
  const { cars } = (await (await request.get(path, { headers })).json()) as Replacements;
  const taken = await request.post(`${path}/${cars[0]?.id}/take`, { headers });
  expect(taken.status(), await taken.text()).toBe(200);
  return order;
}

/** The host of a rental's car records its return, with four photos. */
export async function recordBack(
  request: APIRequestContext,
  headers: Calls,
  { id: orderId }: Pick<Order, "id">,
): Promise<void> {
  const path = `/api/orders/${orderId}/condition-records`;
  const data = { kind: "return", odometer: 52_000, fuelEighths: 6 };
  const begun = await request.post(path, { headers, data });
  expect(begun.status(), await begun.text()).toBe(201);
  const { id } = (await begun.json()) as { id: string };
  for (const [at, slot] of conditionSlots.entries()) {
    const multipart = { file: await photo(`${slot}.jpg`, `#3${at}8a6f`) };
    const sent = await request.put(`${path}/${id}/images/${slot}`, { headers, multipart });
    expect(sent.status(), await sent.text()).toBe(200);
  }
  const finished = await request.post(`${path}/${id}/finish`, { headers, data: {} });
  expect(finished.status(), await finished.text()).toBe(200);
}
