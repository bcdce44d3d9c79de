import { addDays, type IsoDate } from "#domain/dates.ts";
import type { DailyInsurance } from "#domain/pricing/insurance.ts";
import { type Rental, returnDateFor } from "#domain/pricing/rental-length.ts";
import type { Db } from "#server/db/open-database.ts";
import { settings } from "#server/db/schema/shared.ts";
import { answerMessage } from "#server/contact/answer-message.ts";
import { receiveMessage } from "#server/contact/receive-message.ts";
import { insertSavedCar } from "#server/saved-cars/queries.ts";
import { type Services, today } from "#server/services.ts";
import { type Chance, makeChance } from "./chance.ts";
import { conversations, messages } from "./messages.ts";
import { begin } from "#server/conversations/begin.ts";
import { lockConversation } from "#server/conversations/queries.ts";
import { writeMessage } from "#server/conversations/write-message.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { liveOn } from "./afterwards.ts";
import { type Renter, renters } from "./people.ts";
import { showLicences, showProof } from "./papers.ts";
import { asOf, type DemoCar, liveRental, planServedBy, plannedRentals } from "./rentals.ts";
import { walkAs } from "./walk.ts";

const seed = 20_261_122;
/** Cars of the fleet that somebody rents, so that most stay free to try. */
const rentedCars = 26;
const hour = 3_600_000;
/** Of those to come, so many in a hundred wait for an administrator. */
const waitingInHundred = 60;
const noted = "lived";

/**
 * Gives the demonstration a year behind it: orders of every path and status, messages and saved cars, made by the
 * product's own functions, the same each time, dated from today. Never in a database that has orders, and once.
 */
export async function live(services: Services): Promise<void> {
  const { database } = services;
  const [found] = await database.rows<{ isNew: boolean }>(
    `select not exists (select from orders) and not exists (select from settings where key = '${noted}') as "isNew"`,
  );
  const ids = await findPeople(services);
  if (!found?.isNew || !ids) return;
  await database.db.insert(settings).values({ key: noted, value: "yes" }).onConflictDoNothing();
  const chance = makeChance(seed);
  const cars = await findCars(services);
  await showLicences(services, { adminId: ids.adminId, customerId: ids.customer.id, hostId: ids.hostId });
  await rentOut(services, cars, { chance, ...ids });
  await write(services, ids.adminId);
  await converse(services, ids);
  await liveOn(services, { customerId: ids.customer.id, adminId: ids.adminId });
  await keepSome(services, cars, ids.customer.id);
  await showProof(services, ids.customer.id);
}

type People = { adminId: string; hostId: string | undefined; customer: { id: string; email: string } };

/** The demonstration's own accounts; undefined where they are elsewhere, or gone. */
async function findPeople({ database }: Services): Promise<People | undefined> {
  const [found] = await database.rows<{
    adminId: string | null;
    hostId: string | null;
    id: string | null;
    email: string;
  }>(
    `select (select id from accounts where email = 'admin@longbay.example') as "adminId",
       (select id from accounts where email = 'host@longbay.example') as "hostId", id, email
     from accounts where email = 'customer@longbay.example'`,
  );
  return found?.adminId && found.id
    ? {
        adminId: found.adminId,
        hostId: found.hostId ?? undefined,
        customer: { id: found.id, email: found.email },
      }
    : undefined;
}

const findCars = ({ database }: Services): Promise<DemoCar[]> =>
  database.rows<DemoCar>(
    `select id, monthly_price as "monthlyPrice", category, brand, city from cars
     where available and retired_at is null and min_rent_days <= 30 order by md5(name || plate_number), id limit ${rentedCars}`,
  );

async function rentOut(
  services: Services,
  cars: readonly DemoCar[],
  { chance, adminId, customer }: People & { chance: Chance },
): Promise<void> {
  const on = today(services);
  const casey: Renter = {
    name: "Casey Rivera",
    email: customer.email,
    phone: "+1 650 555 0142",
    place: "12 Lytton Avenue, Palo Alto",
    language: "en",
  };
  for (const [at, car] of cars.entries()) {
    const customers = customersRentals(on)[at];
    const isCustomers = customers !== undefined;
    const planned: CustomersRental[] = customers ?? plannedRentals(on, chance);
    for (const { insurance, ...rental } of planned) {
      const renter = isCustomers ? casey : chance.of(renters);
      const placer = isCustomers
        ? ({ language: "en", address: "127.0.0.1", account: { ...customer, isAdmin: true } } as const)
        : ({ language: renter.language, adminId, isConfirmed: false } as const);
      const isPlan = !isCustomers && chance.in100(30) && planServedBy(car) !== undefined;
      const isWaiting = !isCustomers && rental.pickupDate > addDays(on, 4) && chance.in100(waitingInHundred);
      const walk = isCustomers ? walkAs(adminId, services.now()) : undefined;
      await liveRental(
        services,
        {
          car,
          renter,
          rental,
          placer,
          isPlan,
          walk,
          inSteps: insurance && { accountId: customer.id, insurance },
        },
        { chance, adminId, isWaiting },
      );
    }
  }
}

/** Booked in steps where it comes with an insurance, and else by the car's own form. */
type CustomersRental = Rental & { insurance?: DailyInsurance };

/** The rentals of the demonstration's customer by car: three of the past, one just over, one that runs, one to come. */
function customersRentals(on: IsoDate): CustomersRental[][] {
  const from = (days: number, months: number, insurance?: DailyInsurance): CustomersRental => {
    const pickupDate = addDays(on, days);
    return { pickupDate, returnDate: returnDateFor(pickupDate, months), ...(insurance && { insurance }) };
  };
  return [
    [from(-340, 2), from(-3, 2, "premium")],
    [from(12, 1)],
    [from(-260, 3)],
    [from(-150, 2, "basic")],
    [from(-34, 1)],
  ];
}

/** What people asked, and what was answered. The last ones wait. */
async function write(services: Services, adminId: string): Promise<void> {
  for (const { from, subject, message, answer, hoursAgo } of messages) {
    const at = services.now() - hoursAgo * hour;
    const body = {
      name: from.name,
      email: from.email,
      phone: from.phone,
      subject,
      message,
      language: from.language,
    };
    await receiveMessage(asOf(services, at), body, from.email);
    const [written] = await services.database.rows<{ id: string }>(
      "select id from contact_messages where email = $1 and subject = $2",
      [from.email, subject],
    );
    if (answer && written) await answerMessage(asOf(services, at + 2 * hour), written.id, answer, adminId);
  }
}

/** What the customer and an administrator wrote to one another; the last answer is not read yet. */
async function converse(services: Services, { customer, adminId }: People): Promise<void> {
  for (const { subject, said, hoursAgo } of conversations) {
    const id = crypto.randomUUID();
    const account = await findAccount(services.database.db, customer.id);
    const [first, ...others] = said;
    if (!account || !first) return;
    const at = services.now() - hoursAgo * hour;
    const message = { id: crypto.randomUUID(), text: first };
    await begin(asOf(services, at), { id, subject, message }, account, "en");
    for (const [turn, text] of others.entries())
      await services.database.transaction(async (tx) => {
        const conversation = await lockConversation(tx, id);
        const author =
          turn % 2 === 0
            ? { account: { id: adminId }, side: "admin" as const }
            : { account, side: "renter" as const };
        if (conversation)
          await writeMessage(
            tx,
            conversation,
            { id: crypto.randomUUID(), text },
            { ...author, reads: "en" },
            new Date(at + (turn + 1) * 600_000),
          );
      });
  }
}

async function keepSome(
  { database, now }: Services,
  cars: readonly DemoCar[],
  accountId: string,
): Promise<void> {
  const db: Db = database.db;
  for (const car of cars.slice(4, 8)) await insertSavedCar(db, accountId, car.id, new Date(now()));
}
