import { eq } from "drizzle-orm";
import { bodyStyleFor } from "#domain/cars/body-styles.ts";
import type { Category } from "#domain/cars/cars.ts";
import { checkDigit } from "#domain/cars/host/vin.ts";
import { paperKinds } from "#domain/cars/host/papers.ts";
import { addDays, addMonths, dateInLosAngeles, type IsoDate } from "#domain/dates.ts";
import { day, hour } from "#domain/durations.ts";
import { instantInLosAngeles } from "#domain/local-time.ts";
import { leastPayout } from "#domain/payouts/payouts.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { decideHostCar } from "#server/cars/host/decide.ts";
import { changeImages } from "#server/cars/host/images.ts";
import { carImages } from "#server/media/images/present.ts";
import { keepHostPaper } from "#server/cars/host/papers.ts";
import { addHostCar } from "#server/cars/host/save.ts";
import { moveHostCar } from "#server/cars/host/submit.ts";
import { carFeeds } from "#server/db/schema/calendar.ts";
import { payouts } from "#server/db/schema/money/payouts.ts";
import { issueHostStatements } from "#server/earnings/statements/issue-statements.ts";
import { saveDetails } from "#server/payouts/details.ts";
import { makePayouts } from "#server/payouts/make-payouts.ts";
import { movePayout } from "#server/payouts/move-payout.ts";
import { payableCredits } from "#server/payouts/queries.ts";
import type { Services } from "#server/services.ts";
import { makeChance } from "./chance.ts";
import { drawCard } from "./example-pictures.ts";
import { renters } from "./people.ts";
import { asOf, type DemoCar, liveRental } from "./rentals.ts";
import { walkAs } from "./walk.ts";

/** Days since the host began. */
const began = 170;

type Host = { hostId: string; adminId: string; on: IsoDate };
type HostsCar = {
  id: string;
  brand: string;
  model: string;
  year: string;
  trim: string;
  category: Category;
  colour: string;
  city: string;
  zipCode: string;
  monthlyPrice: string;
  becomes: "listed" | "paused" | "declined" | "draft";
};

/** Ids of the demonstration: the same each time, so that a step that was broken off finds its car. */
const idOf = (number: number): string => `0d3a0000-0000-4000-8000-00000000000${number}`;

const garage: readonly HostsCar[] = [
  {
    id: idOf(1),
    brand: "Toyota",
    model: "RAV4",
    year: "2023",
    trim: "Hybrid XLE",
    category: "SUV",
    colour: "Silver",
    city: "San Jose",
    zipCode: "95112",
    monthlyPrice: "969",
    becomes: "listed",
  },
  {
    id: idOf(2),
    brand: "Honda",
    model: "Civic",
    year: "2022",
    trim: "Sport",
    category: "Sedan",
    colour: "Blue",
    city: "Sunnyvale",
    zipCode: "94086",
    monthlyPrice: "719",
    becomes: "listed",
  },
  {
    id: idOf(3),
    brand: "Mazda",
    model: "CX-5",
    year: "2021",
    trim: "Touring",
    category: "SUV",
    colour: "Red",
    city: "San Jose",
    zipCode: "95112",
    monthlyPrice: "819",
    becomes: "paused",
  },
  {
    id: idOf(4),
    brand: "Ford",
    model: "Escape",
    year: "2019",
    trim: "SE",
    category: "SUV",
    colour: "White",
    city: "San Jose",
    zipCode: "95112",
    monthlyPrice: "689",
    becomes: "declined",
  },
  {
    id: idOf(5),
    brand: "Tesla",
    model: "Model 3",
    year: "2024",
    trim: "Long Range",
    category: "Electric",
    colour: "Black",
    city: "",
    zipCode: "",
    monthlyPrice: "",
    becomes: "draft",
  },
];

/**
 * The steps for the demonstration's host: five cars, each in another state; rentals that are over, run, or wait
 * for an answer; statements and payouts, one of them returned and one under way; a calendar that can't be read.
 */
export function hostsSteps(services: Services, host: Host): (() => Promise<unknown>)[] {
  const { hostId, adminId, on } = host;
  const from = (days: number, months: number) => {
    const pickupDate = addDays(on, days);
    return { pickupDate, returnDate: returnDateFor(pickupDate, months) };
  };
  const rent =
    (at: number, days: number, months: number, turn: number, isWaiting = false) =>
    () =>
      rentOut(services, { host, car: garage[at], rental: from(days, months), turn, isWaiting });
  return [
    ...garage.map((car) => () => offer(services, host, car)),
    () =>
      saveDetails(asOf(services, services.now() - (began - 3) * day), {
        account: { id: hostId },
        details: {
          holder: "Hao Chen (example)",
          postalAddress: "12 Example Lane, San Jose, CA 95112",
          bank: "Example Bank",
          routingNumber: "121000358",
          accountNumber: "000123456789",
        },
      }),
    rent(0, -155, 3, 1),
    rent(1, -100, 1, 2),
    rent(0, -43, 3, 3),
    rent(1, 16, 2, 4, true),
    rent(0, 75, 1, 5, true),
    () => payWeekByWeek(services, { hostId, adminId, on }),
    () => stateMonths(services, on),
    () => followSilentCalendar(services, on),
  ];
}

/** Makes a car as its host describes it, and brings it to its state. */
async function offer(services: Services, { hostId, adminId }: Host, wanted: HostsCar): Promise<void> {
  const { id, becomes, ...fields } = wanted;
  const then = asOf(services, services.now() - began * day);
  const vin = `4T1EXAMP0K000000${id.at(-1)}`.replace(/[IOQ]/g, "1");
  const isWhole = becomes !== "draft";
  const typed = {
    ...fields,
    ...(isWhole && {
      vin: vin.slice(0, 8) + checkDigit(vin) + vin.slice(9),
      plateNumber: `EXMPL${id.at(-1)}`,
      odometer: "24,600",
      seats: "5",
      transmission: "automatic",
      carplay: true,
      handoverAddress: "12 Example Lane",
      deliveryMiles: "10",
      features: ["Backup camera"],
      description: "Example. Looked after, quiet, and never smoked in.",
      descriptionZh: "示例。保养良好，安静，无烟。",
      minRentDays: "30",
      maxRentDays: "365",
      noticeDays: "2",
      instantBook: false,
    }),
  };
  await addHostCar(then, { id, hostId, typed, language: "en" });
  const which = { id, hostId };
  const drawn = { ...fields, bodyStyle: bodyStyleFor(fields), images: [] };
  const pictures = [...carImages(drawn, services.imageStore.manifest).images];
  await changeImages(then, which, () => (isWhole ? pictures : pictures.slice(0, 2)));
  if (!isWhole) return;
  for (const kind of paperKinds) {
    const bytes = await drawCard(`EXAMPLE · ${kind}`, [fields.model, typed.plateNumber ?? ""]);
    await keepHostPaper(then, which, {
      kind,
      lastDay: addDays(dateInLosAngeles(services.now()), 200),
      bytes,
    });
  }
  await moveHostCar(then, "submit", { ...which, seen: undefined });
  const decision = becomes === "declined" ? "declined" : "listed";
  const reason =
    decision === "declined"
      ? "Example. The registration can’t be read: please photograph it again in daylight."
      : "";
  await decideHostCar(then, { id, by: adminId, decision, reason, seen: undefined });
  if (becomes === "paused") await moveHostCar(services, "pause", { ...which, seen: undefined });
}

type HostsRental = {
  host: Host;
  car: HostsCar | undefined;
  rental: { pickupDate: IsoDate; returnDate: IsoDate };
  turn: number;
  isWaiting: boolean;
};

/** A rental of a host's car: over, running, or a request that waits for its host. */
async function rentOut(
  services: Services,
  { host: { adminId }, car: wanted, rental, turn, isWaiting }: HostsRental,
): Promise<void> {
  if (!wanted) return;
  const [car] = await services.database.rows<DemoCar>(
    `select id, monthly_price as "monthlyPrice", category, brand, city from cars where id = $1`,
    [wanted.id],
  );
  const renter = renters[turn % renters.length];
  if (!car || !renter) return;
  // The host's rentals must be the same every time, so no random event happens to them.
  const chance = { ...makeChance(turn), in100: () => false };
  await liveRental(
    services,
    {
      car,
      renter,
      rental,
      placer: { language: renter.language, adminId, isConfirmed: false },
      isPlan: false,
      walk: walkAs(adminId, services.now()),
    },
    { chance, adminId, isWaiting },
  );
}

/**
 * Makes the payouts of every Tuesday since the host began. The third payout fails and is made again; the last one
 * is still under way.
 */
async function payWeekByWeek(services: Services, { hostId, adminId, on }: Host): Promise<void> {
  const { db } = services.database;
  const all = () => db.select().from(payouts).where(eq(payouts.hostId, hostId));
  for (let date = addDays(on, -began); date <= on; date = addDays(date, 1)) {
    if (new Date(`${date}T12:00:00Z`).getUTCDay() !== 2) continue;
    const credits = await payableCredits(db, hostId, { day: date, holdDays: services.config.hostHoldDays });
    // The last payout stays under way, on any weekday.
    if (credits.reduce((sum, { amount }) => sum + amount, 0) < leastPayout) continue;
    const at = Math.min(instantInLosAngeles(date, "09:30"), services.now());
    await settleBefore(services, { made: await all(), adminId, at });
    await makePayouts(asOf(services, at));
  }
}

type EarlierPayouts = { made: (typeof payouts.$inferSelect)[]; adminId: string; at: number };

/** A payout that was under way has reached its bank, or has come back from it. */
async function settleBefore(services: Services, { made, adminId, at }: EarlierPayouts): Promise<void> {
  const open = made.find(({ status }) => status === "made");
  if (!open) return;
  const isToFail = made.length === 3;
  const paidOn = addDays(open.madeOn, 2);
  const then = asOf(services, Math.min(instantInLosAngeles(paidOn, "15:00"), at));
  await movePayout(
    then,
    open.id,
    isToFail
      ? { by: adminId, to: "failed", reason: "Example. The bank sent it back: account frozen for a day." }
      : { by: adminId, to: "paid", reference: `EXAMPLE ${made.length}`, paidOn },
  );
}

/** Each month's statement, made on the first of the next. */
async function stateMonths(services: Services, on: IsoDate): Promise<void> {
  for (let first = `${addDays(on, -began).slice(0, 7)}-01`; first <= on; first = addMonths(first, 1))
    await issueHostStatements(asOf(services, instantInLosAngeles(first, "03:00")));
}

/** A calendar of another service that could be read until some days ago. */
async function followSilentCalendar({ database, now }: Services, on: IsoDate): Promise<void> {
  const [car] = garage;
  if (!car) return;
  const since = new Date(now() - 3 * day);
  await database.db
    .insert(carFeeds)
    .values({
      id: idOf(9),
      carId: car.id,
      label: "Example calendar",
      url: "https://calendar.longbay.example/rav4.ics",
      readOn: addDays(on, -3),
      fetchedAt: since,
      nextAt: new Date(now() + hour),
      error: "unreachable",
      errorSince: since,
      failures: 144,
      events: 0,
      ranges: [],
      createdAt: new Date(now() - 30 * day),
    })
    .onConflictDoNothing();
}
