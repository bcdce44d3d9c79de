import { expect } from "vitest";
import { makePerson, type Person } from "./accounts.ts";
import { checkDigit } from "#domain/cars/host/vin.ts";
import type { CarState } from "#domain/cars/listing-states.ts";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { cars } from "#server/db/schema/cars.ts";
import { carPapers, hostCars } from "#server/db/schema/host-cars.ts";
import { startTestApp, type TestApp } from "./app.ts";

let made = 0;

/** The product on 1 December 2026 with two hosts and an administrator. */
export async function startHostCars(): Promise<
  Record<"host" | "other" | "desk", Person> & { test: TestApp }
> {
  const test = await startTestApp({}, { at: "2026-12-01T20:00:00Z" });
  const host = await makePerson(test, { role: "host" });
  const other = await makePerson(test, { role: "host" });
  const desk = await makePerson(test, { role: "admin", permissions: ["all"] });
  return { test, host, other, desk };
}

/** A new VIN with the right check digit. */
export function nextVin(): string {
  const serial = String(++made).padStart(7, "0");
  const vin = `4T1B11HK0K${serial}`.slice(0, 17);
  return vin.slice(0, 8) + checkDigit(vin) + vin.slice(9);
}

/** All values that the form asks for, as a person types them. */
export const typedCar = (wanted: Record<string, unknown> = {}) => ({
  brand: "Toyota",
  model: "Camry",
  year: "2022",
  trim: "LE",
  category: "Sedan",
  colour: "Silver",
  vin: nextVin(),
  plateNumber: `HOST${made}`,
  odometer: "41,250",
  seats: "5",
  transmission: "automatic",
  carplay: true,
  city: "San Jose",
  zipCode: "95112",
  handoverAddress: "12 Secret Lane",
  deliveryMiles: "10",
  features: ["Backup camera"],
  description: "A clean and quiet car.",
  monthlyPrice: "749",
  minRentDays: "30",
  maxRentDays: "365",
  noticeDays: "2",
  instantBook: false,
  ...wanted,
});

export const fivePictures = [1, 2, 3, 4, 5].map(
  (at) => `/api/images/cars/h-${String(at).repeat(24)}-1600x1067.${String(at).repeat(8)}.webp`,
);

/** Registration and insurance of a car, valid for some days from the test's today. */
export async function givePapers(
  { services }: TestApp,
  carId: string,
  { inDays = 200, isAccepted = false }: { inDays?: number; isAccepted?: boolean } = {},
): Promise<void> {
  const papers = (["registration", "insurance"] as const).map((kind) => ({
    id: crypto.randomUUID(),
    carId,
    kind,
    lastDay: addDays(dateInLosAngeles(services.now()), inDays),
    contentId: crypto.randomUUID(),
    bytes: 1000,
    acceptedAt: isAccepted ? new Date(services.now()) : null,
  }));
  await services.database.db.insert(carPapers).values(papers);
}

type WantedCar = Partial<typeof cars.$inferInsert>;

/** A host's car, put directly into a state. Returns its id. */
export async function makeHostCar(
  test: TestApp,
  hostId: string,
  listingState: CarState = "listed",
  wanted: WantedCar = {},
): Promise<string> {
  const { db } = test.services.database;
  const id = crypto.randomUUID();
  await db
    .insert(hostCars)
    .values({ id, hostId, language: "en", submittedAt: new Date(test.services.now()) });
  await db.insert(cars).values({
    id,
    hostId,
    listingState,
    name: "Toyota Camry LE",
    brand: "Toyota",
    model: "Camry",
    trim: "LE",
    year: 2022,
    category: "Sedan",
    bodyStyle: "sedan",
    colour: "Silver",
    monthlyPrice: 74_900,
    city: "San Jose",
    state: "CA",
    zipCode: "95112",
    features: ["5 seats"],
    images: fivePictures,
    description: "A clean and quiet car.",
    vin: nextVin(),
    plateNumber: `HOST${made}`,
    handoverAddress: "12 Secret Lane",
    ...wanted,
  });
  await givePapers(test, id, { isAccepted: listingState !== "submitted" && listingState !== "declined" });
  await test.services.carFacts.changed();
  return id;
}

/** A car as its host reads it. */
export type ShownCar = {
  id: string;
  version: string;
  state: string;
  lacks: string[];
  errors: Record<string, string>;
  waiting: { field: string; from: string; to: string }[];
  reason: string;
  images: string[];
} & Record<string, unknown>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export const hostCarsPath = "/api/host/cars";

/** Calls of hosts and administrators about cars, on the product that `app` returns once it has started. */
export function hostCarCalls(app: () => TestApp) {
  const call = (who: Person, method: Method, url: string, payload?: object, seen?: string) =>
    app().app.inject({
      method,
      url,
      headers: { ...who.authorization, ...(seen !== undefined && { "if-match": `"${seen}"` }) },
      ...(payload && { payload }),
    });
  const carOf = async (who: Person, id: string) =>
    (await call(who, "GET", `${hostCarsPath}/${id}`)).json<ShownCar>();
  const begin = async (who: Person, typed: object = {}) => {
    const answer = await call(who, "POST", hostCarsPath, typed);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<ShownCar>();
  };
  const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
    app().services.database.rows<Row>(sql, values);
  /** A complete draft. */
  async function wholeDraft(who: Person, wanted: Record<string, unknown> = {}): Promise<ShownCar> {
    const { id } = await begin(who, typedCar(wanted));
    await rows("update host_cars set images = $2 where id = $1", [id, fivePictures]);
    await givePapers(app(), id);
    return carOf(who, id);
  }
  const emailsAbout = (kind: string) =>
    rows<{ recipient: string; language: string; subject: string }>(
      "select recipient, language, subject from emails where kind = $1 order by created_at desc",
      [kind],
    );
  return { call, carOf, begin, rows, wholeDraft, emailsAbout };
}
