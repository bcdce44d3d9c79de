import { addDays, type IsoDate } from "#domain/dates.ts";
import { hour } from "#domain/durations.ts";
import type { DailyInsurance } from "#domain/pricing/insurance.ts";
import { type Rental, returnDateFor } from "#domain/pricing/rental-length.ts";
import type { Db } from "#server/db/open-database.ts";
import { answerMessage } from "#server/contact/answer-message.ts";
import { receiveMessage } from "#server/contact/receive-message.ts";
import { insertSavedCar } from "#server/saved-cars/save.ts";
import { type Services, today } from "#server/services.ts";
import { makeChance } from "./chance.ts";
import { conversations, type Message, messages, type DemoConversation } from "./messages.ts";
import { begin as beginConversation } from "#server/conversations/begin.ts";
import { lockConversation } from "#server/conversations/queries.ts";
import { writeMessage } from "#server/conversations/write-message.ts";
import { findAccount } from "#server/auth/accounts.ts";
import { liveOn } from "./afterwards.ts";
import { hostsSteps } from "./host.ts";
import { type Renter, renters } from "./people.ts";
import { showLicences, showProof } from "./papers.ts";
import { asOf, type DemoCar, liveRental, planServedBy, plannedRentals } from "./rentals.ts";
import { walkAs } from "./walk.ts";

const seed = 20_261_122;
/** Cars of the fleet that have rentals; most cars stay free for trying out. */
const rentedCars = 26;
/** The percentage of coming rentals that wait for an administrator. */
const waitingInHundred = 60;
const noteKey = "lived";

/**
 * Gives the demonstration a past year: orders of every path and status, messages and saved cars, made by the
 * product's own functions, the same each time, dated from today. Never in a database that has orders, and only
 * once: after an interruption it goes on with the step after the interrupted one.
 */
export async function makeDemoYear(services: Services): Promise<void> {
  const people = await findPeople(services);
  const noted = people && (await begin(services));
  if (!noted) return;
  const steps = await stepsOf(services, people, noted.on);
  for (let at = noted.taken; at < steps.length; at++) {
    // Noted before the step: even if a run is interrupted or two processes run at once, no step is taken twice.
    if (!(await note(services, `${noted.on} ${at}`, `${noted.on} ${at + 1}`))) return;
    await steps[at]?.();
  }
}

/** The day that the year is dated from, and the number of steps taken; undefined if no year is to be made. */
async function begin(services: Services): Promise<{ on: IsoDate; taken: number } | undefined> {
  const on = today(services);
  await services.database.rows(
    `insert into settings (key, value) select $1, $2 where not exists (select from orders) on conflict do nothing`,
    [noteKey, `${on} 0`],
  );
  const [note] = await services.database.rows<{ value: string }>(
    "select value from settings where key = $1",
    [noteKey],
  );
  const [, day, taken] = /^(\d{4}-\d\d-\d\d) (\d+)$/.exec(note?.value ?? "") ?? [];
  return day ? { on: day, taken: Number(taken) } : undefined;
}

async function note({ database }: Services, former: string, value: string): Promise<boolean> {
  const noted = await database.rows(
    "update settings set value = $3 where key = $1 and value = $2 returning key",
    [noteKey, former, value],
  );
  return noted.length > 0;
}

type Step = () => Promise<unknown>;

async function stepsOf(services: Services, people: People, on: IsoDate): Promise<Step[]> {
  const { adminId, customer, hostId } = people;
  const customerId = customer.id;
  const cars = await findCars(services);
  return [
    () => showLicences(services, { adminId, customerId, hostId }),
    ...cars.flatMap((car, at) => rentalsOf(services, people, { car, at, on })),
    ...messages.map((message) => () => write(services, adminId, message)),
    ...conversations.map((conversation) => () => converse(services, people, conversation)),
    () => liveOn(services, { customerId, adminId }),
    () => keepSome(services, cars, customerId),
    () => showProof(services, customerId),
    ...(hostId === undefined ? [] : hostsSteps(services, { adminId, hostId, on })),
  ];
}

type People = { adminId: string; hostId: string | undefined; customer: { id: string; email: string } };

/** The demonstration's own accounts; undefined if they are in a hosted project, or deleted. */
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
     where available and retired_at is null and host_id is null and min_rent_days <= 30 order by md5(name || plate_number), id limit ${rentedCars}`,
  );

/** A car's rentals, one after the other; each car has its own random numbers, whichever cars came before. */
function rentalsOf(
  services: Services,
  { adminId, customer }: People,
  { car, at, on }: { car: DemoCar; at: number; on: IsoDate },
): Step[] {
  const casey: Renter = {
    name: "Casey Rivera",
    email: customer.email,
    phone: "+1 650 555 0142",
    place: "12 Lytton Avenue, Palo Alto",
    language: "en",
  };
  const ofCar = seed + at * 100;
  const customers = customersRentals(on)[at];
  const isCustomers = customers !== undefined;
  const planned: CustomersRental[] = customers ?? plannedRentals(on, makeChance(ofCar));
  return planned.map(({ insurance, ...rental }, turn) => () => {
    const chance = makeChance(ofCar + turn + 1);
    const renter = isCustomers ? casey : chance.of(renters);
    const placer = isCustomers
      ? ({ language: "en", address: "127.0.0.1", account: { ...customer, isAdmin: true } } as const)
      : ({ language: renter.language, adminId, isConfirmed: false } as const);
    const isPlan = !isCustomers && chance.in100(30) && planServedBy(car) !== undefined;
    const isWaiting = !isCustomers && rental.pickupDate > addDays(on, 4) && chance.in100(waitingInHundred);
    const walk = isCustomers ? walkAs(adminId, services.now()) : undefined;
    const inSteps = insurance && { accountId: customer.id, insurance };
    return liveRental(
      services,
      { car, renter, rental, placer, isPlan, walk, inSteps },
      { chance, adminId, isWaiting },
    );
  });
}

/** A rental with an insurance is booked in steps, and any other by the car's own form. */
type CustomersRental = Rental & { insurance?: DailyInsurance };

/** The customer's rentals by car: three past ones, one just over, one that runs, one to come. */
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

/** People's questions and our answers. The last questions still wait. */
async function write(
  services: Services,
  adminId: string,
  { from, subject, message, answer, hoursAgo }: Message,
): Promise<void> {
  const at = services.now() - hoursAgo * hour;
  const { name, email, phone, language } = from;
  await receiveMessage(
    asOf(services, at),
    { name, email, phone, subject, message, language },
    { caller: email, account: undefined },
  );
  const [written] = await services.database.rows<{ id: string }>(
    "select id from contact_messages where email = $1 and subject = $2",
    [email, subject],
  );
  if (answer && written) await answerMessage(asOf(services, at + 2 * hour), written.id, answer, adminId);
}

/** The customer's and an administrator's messages to one another; the last answer is unread. */
async function converse(
  services: Services,
  { customer, adminId }: People,
  { subject, said, hoursAgo }: DemoConversation,
): Promise<void> {
  const id = crypto.randomUUID();
  const account = await findAccount(services.database.db, customer.id);
  const [first, ...others] = said;
  if (!account || !first) return;
  const at = services.now() - hoursAgo * hour;
  const message = { id: crypto.randomUUID(), text: first };
  await beginConversation(asOf(services, at), { id, subject, message }, account, "en");
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

async function keepSome(
  { database, now }: Services,
  cars: readonly DemoCar[],
  accountId: string,
): Promise<void> {
  const db: Db = database.db;
  for (const car of cars.slice(4, 8)) await insertSavedCar(db, accountId, car.id, new Date(now()));
}
