import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "#contract/errors.ts";
import type { BookingRequest, PlanOrderRequest } from "#contract/orders.ts";
import { wirePrice } from "#contract/quotes.ts";
import { liability, liabilityPrice } from "#domain/insurance.ts";
import type { Language } from "#domain/languages.ts";
import type { Cents } from "#domain/money.ts";
import { orderNumber } from "#domain/order-numbers.ts";
import { holdLength } from "#domain/order-status.ts";
import { defaultPickupTime } from "#domain/pickup-times.ts";
import { agreesWithCarTotal, agreesWithPlanTotal, carPrice, planPrice, type Price } from "#domain/pricing.ts";
import { fieldFault, planOnSale, refuseRental } from "#server/field-faults.ts";
import { placeOf } from "#server/places.ts";
import { isPassing, withRetries } from "#server/retries.ts";
import { type Services, today } from "#server/services.ts";
import { expireOrdersOf } from "./cancel-order.ts";
import { carTaken } from "./car-taken.ts";
import { deskLetter, receivedLetter } from "./letters.ts";
import type { KnownCars } from "./known-cars.ts";
import { lookBeforePlacing, type Look, type Looked } from "./look-before-placing.ts";
import { hashToken, randomToken } from "#server/link-tokens.ts";
import { promoDiscount } from "./promo.ts";
import { findOrder, isCollisionIncluded, type OrderableCar, type OrderRow, type PlacedOrder } from "./queries.ts";
import { writeOrder } from "./write-order.ts";

/** Orders that one place or one address may make in an hour. */
export const mostOrdersAnHour = 100;

/** Who orders: a visitor, by their network address; or an administrator for somebody on the telephone, whom no limit holds up. */
export type Placer = { language: Language; address: string } | { language: Language; deskId: string; isConfirmed: boolean };
/** On the telephone nobody says yet how they will pay. */
type PlanOrder = Omit<PlanOrderRequest, "paymentMethod"> & Partial<Pick<PlanOrderRequest, "paymentMethod">>;

/**
 * Requests a car. The first try trusts what this process remembers of the car, since the write checks it; when anything is in
 * the way, a look at everything says what, and who was merely overtaken tries again.
 */
export async function placeBooking(services: Services, knownCars: KnownCars, body: BookingRequest, by: Placer): Promise<PlacedOrder> {
  if (body.returnDate <= body.pickupDate) throw fieldFault("returnDate", "return_before_pickup");
  const asked = await askedOf(services, body, by);
  const write = async (car: OrderableCar, promo: Cents) => ({ order: await writeAll(services, asked, carTerms(services, body, car, promo), car), car });
  const known = body.promo ? undefined : await knownCars(body.carId);
  return (
    (known && (await atOnce(() => write(known, 0)))) ??
    withRetries(async () => {
      const { car, ...look } = await lookBeforePlacing(services.database, asked.look);
      if (look.earlierHash !== null) return samePlaced(services, asked, look.earlierHash);
      if (!car) throw new Refusal("car_not_found", "There is no such car.", { fields: { carId: { code: "car_not_found", message: "is no car of ours" } } });
      if (car.available && look.isHeld) throw await carTaken(services, car.id, body);
      if (look.isStale) await expireOrdersOf(services, car.id);
      refuseTooMany(look);
      return write(car, promoDiscount(look, body.promo, body.customerEmail));
    })
  );
}

/** Orders a plan for a town; an administrator chooses the car. */
export async function placePlanOrder(services: Services, body: PlanOrder, by: Placer): Promise<PlacedOrder> {
  const asked = await askedOf(services, body, by);
  const write = async (promo: Cents) => ({ order: await writeAll(services, asked, planTerms(services, body, promo)), car: null });
  const first = body.promo ? undefined : await atOnce(() => write(0));
  return (
    first ??
    withRetries(async () => {
      const look = await lookBeforePlacing(services.database, asked.look);
      if (look.earlierHash !== null) return samePlaced(services, asked, look.earlierHash);
      refuseTooMany(look);
      return write(promoDiscount(look, body.promo, body.customerEmail));
    })
  );
}

/** A try without a look: undefined when it was refused or overtaken, so that the look can say why. */
async function atOnce<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Refusal || isPassing(error)) return undefined;
    throw error;
  }
}

/** What an order says of the thing rented and its price. */
type Terms = Partial<OrderRow> & Pick<OrderRow, "source" | "pickupLocation" | "monthlyPrice"> & { price: Price };

/** A car's terms for these dates. Throws a Refusal for dates, a car or a total that will not do. */
function carTerms(services: Services, body: BookingRequest, car: OrderableCar, promo: Cents): Terms {
  refuseRental(body, today(services), car.minRentDays);
  if (!car.available) throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
  const price = carPrice(car.monthlyPrice, body, promo);
  if (!agreesWithCarTotal(body.totalPrice, price)) throw priceChanged(price);
  return {
    price,
    source: "request",
    carId: car.id,
    carName: car.name,
    carBrand: car.brand,
    city: car.city,
    category: car.category,
    pickupLocation: body.pickupLocation,
    monthlyPrice: car.monthlyPrice,
  };
}

/** A plan's terms. Throws a Refusal for dates, a plan or a total that will not do. */
function planTerms(services: Services, body: PlanOrder, promo: Cents): Terms {
  const plan = planOnSale(body.tier);
  refuseRental(body, today(services));
  const price = planPrice(plan, body, body.insurance, promo);
  if (!agreesWithPlanTotal(body.totalPrice, price, plan, body.insurance)) throw priceChanged(price);
  const { limits } = liability[body.insurance];
  return {
    price,
    source: "plan",
    tier: plan.tier,
    location: body.location,
    pickupLocation: body.pickupLocation ?? "",
    monthlyPrice: plan.monthlyPrice,
    insurance: { product: body.insurance, monthlyPrice: liabilityPrice(body.insurance, price.months), ...(limits && { limits }) },
    paymentMethod: body.paymentMethod ?? null,
    paymentCard: body.paymentMethod === "credit-card" ? (body.card ?? null) : null,
  };
}

/** What was asked for, by whom, and what to look up about it. */
type Asked = { body: BookingRequest | PlanOrder; by: Placer; hash: string; look: Looked; collisionIncluded: boolean };

async function askedOf(services: Services, body: BookingRequest | PlanOrder, by: Placer): Promise<Asked> {
  const look: Looked = {
    id: body.id ?? crypto.randomUUID(),
    carId: "carId" in body ? body.carId : null,
    pickupDate: body.pickupDate,
    returnDate: body.returnDate,
    email: body.customerEmail,
    placedFrom: "address" in by ? placeOf(services, by.address) : null,
    promo: body.promo || null,
    mostRecent: services.config.rateLimits && "address" in by ? mostOrdersAnHour : 0,
  };
  return { body, by, hash: requestHash(body), look, collisionIncluded: await isCollisionIncluded(services) };
}

/** The order with its history, its promo code and its letters; all or nothing. */
async function writeAll(
  { config, database, outbox, now }: Services,
  { body, by, hash, look, collisionIncluded }: Asked,
  { price, ...terms }: Terms,
  car?: OrderableCar,
): Promise<OrderRow> {
  const key = randomToken();
  const isConfirmed = "isConfirmed" in by && by.isConfirmed;
  const hold = isConfirmed ? undefined : holdLength[terms.source];
  const order: OrderRow = {
    ...none,
    ...terms,
    ...price,
    id: look.id,
    orderNumber: orderNumber(randomBytes(8)),
    status: isConfirmed ? "confirmed" : "pending",
    pickupDate: body.pickupDate,
    returnDate: body.returnDate,
    pickupTime: body.pickupTime ?? defaultPickupTime,
    returnTime: body.returnTime ?? defaultPickupTime,
    customerName: body.customerName,
    customerEmail: body.customerEmail,
    customerPhone: body.customerPhone ?? "",
    language: body.language ?? by.language,
    collisionIncluded,
    requestHash: hash,
    keyHash: hashToken(key),
    placedFrom: look.placedFrom,
    expiresAt: hold === undefined ? null : new Date(now() + hold),
    createdAt: new Date(now()),
  };
  const isByDesk = "deskId" in by;
  const mail = await outbox.compose([receivedLetter(config, order, key), ...(isByDesk ? [] : [deskLetter(config, order)])]);
  const actor = isByDesk ? by.deskId : "visitor";
  return { ...order, createdAt: await writeOrder(database, { order, actor, car, promo: look.promo ?? undefined, mail, mostRecent: look.mostRecent }) };
}

/** What only some orders have. `during` is the database's own. */
const none = {
  city: null,
  category: null,
  tripStartedAt: null,
  tripCompletedAt: null,
  deskWarnedAt: null,
  searchText: null,

  accountId: null,
  carId: null,
  carName: null,
  carBrand: null,
  tier: null,
  location: null,
  insurance: null,
  paymentMethod: null,
  paymentCard: null,
  during: null,
};

function refuseTooMany({ recent }: Pick<Look, "recent">): void {
  if (recent < mostOrdersAnHour) return;
  throw new Refusal("too_many_requests", "Too many orders were made from here in the last hour. Please try again later, or call us.");
}

const priceChanged = (price: Price): Refusal =>
  new Refusal("price_changed", "The price is not the one we would charge. Please look at the right one and confirm it.", {
    quote: wirePrice(price),
    fields: { totalPrice: { code: "price_changed", message: "is not our price" } },
  });

/** The order that was made of the same request before. Throws a Refusal that reveals nothing when the request was another. */
async function samePlaced({ database }: Services, { hash, look }: Asked, earlierHash: string): Promise<PlacedOrder> {
  const found = earlierHash === hash ? await findOrder(database.db, look.id) : undefined;
  if (found) return found;
  throw new Refusal("order_id_used", "This id belongs to another order.", { fields: { id: { code: "order_id_used", message: "belongs to another order" } } });
}

/** SHA-256 of what was asked for, whatever order its fields came in. The language of the page is no part of it. */
function requestHash({ language: _language, ...body }: BookingRequest | PlanOrder): string {
  const fields = Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}
