import { createHash, createHmac, randomBytes } from "node:crypto";
import { Refusal } from "#contract/errors.ts";
import type { BookingRequest, PlanOrderRequest } from "#contract/orders.ts";
import { wirePrice } from "#contract/quotes.ts";
import type { Language } from "#domain/languages.ts";
import { liability, liabilityPrice } from "#domain/insurance.ts";
import { orderNumber } from "#domain/order-numbers.ts";
import { holdLength } from "#domain/order-status.ts";
import { defaultPickupTime } from "#domain/pickup-times.ts";
import { planOf } from "#domain/plans.ts";
import { agreesWithCarTotal, agreesWithPlanTotal, carPrice, planPrice, type Price } from "#domain/pricing.ts";
import { faultyField, type Rental, rentalFault } from "#domain/rental-length.ts";
import type { Db } from "#server/db/open-database.ts";
import { fieldFault } from "#server/field-faults.ts";
import { withRetries } from "#server/retries.ts";
import { type Services, today } from "#server/services.ts";
import { carTaken } from "./car-taken.ts";
import { cancelHeld, isExpired } from "./cancel-order.ts";
import { deskLetter, receivedLetter } from "./letters.ts";
import { hashKey, makeKey } from "./order-key.ts";
import { promoDiscount } from "./promo.ts";
import { countRecent, findInTheWay, findOrder, holdPromo, insertOrder, isCollisionIncluded, lockCar, type NewOrder, type OrderRow, type PlacedOrder } from "./queries.ts";

/** Orders that one place or one address may make in an hour. */
export const mostOrdersAnHour = 100;

export type Visitor = { language: Language; address: string };

/** Requests a car: locks it, prices it, refuses what does not agree or is taken, and writes order, history and letters together. */
export async function placeBooking(services: Services, body: BookingRequest, visitor: Visitor): Promise<PlacedOrder> {
  if (body.returnDate <= body.pickupDate) throw fieldFault("returnDate", "return_before_pickup");
  const id = body.id ?? crypto.randomUUID();
  const hash = requestHash(body);
  // Most who come too late learn it from this look, without waiting for the car's lock. Who finds the car free looks again under it.
  const early = await findInTheWay(services.database.db, id, body.carId, body);
  if (early.some((order) => order.id !== id && !isExpired(order, services.now())) && !early.some((order) => order.id === id)) throw await carTaken(services, body.carId, body);
  const collisionIncluded = await isCollisionIncluded(services);
  const placed = await withRetries(() =>
    services.database.transaction(async (tx) => {
      const car = await lockCar(tx, body.carId);
      const inTheWay = await findInTheWay(tx, id, body.carId, body);
      const earlier = inTheWay.find((order) => order.id === id);
      if (earlier) return { again: sameOrder(earlier, hash) };
      if (!car || car.retiredAt) throw new Refusal("car_not_found", "There is no such car.", { fields: { carId: { code: "car_not_found", message: "is no car of ours" } } });
      refuseDates(services, body, car.minRentDays);
      if (!car.available) throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
      if (await cancelHeld(services, tx, inTheWay)) return { taken: car };

      const price = carPrice(car.monthlyPrice, body, await promoDiscount(tx, body.promo, body.customerEmail));
      if (!agreesWithCarTotal(body.totalPrice, price)) throw priceChanged(price);
      const ordered: Ordered = {
        ...common(services, { id, hash, body, visitor, price, collisionIncluded }),
        source: "request",
        carId: car.id,
        carName: car.name,
        carBrand: car.brand,
        pickupLocation: body.pickupLocation,
        monthlyPrice: car.monthlyPrice,
      };
      return { placed: await write(services, tx, ordered, body.promo) };
    }),
  );
  if (placed.taken) throw await carTaken(services, placed.taken.id, body);
  return load(services, placed.again ?? placed.placed);
}

/** Orders a plan for a town; an administrator chooses the car. */
export async function placePlanOrder(services: Services, body: PlanOrderRequest, visitor: Visitor): Promise<PlacedOrder> {
  const id = body.id ?? crypto.randomUUID();
  const hash = requestHash(body);
  const plan = planOf(body.tier);
  if (!plan || plan.isSoldOut) throw new Refusal("invalid", "This plan is sold out.", { fields: { tier: { code: "sold_out", message: "is sold out" } } });
  const collisionIncluded = await isCollisionIncluded(services);
  const placed = await withRetries(() =>
    services.database.transaction(async (tx) => {
      const earlier = await findOrder(tx, id);
      if (earlier) return sameOrder(earlier.order, hash);
      refuseDates(services, body);
      const price = planPrice(plan, body, body.insurance, await promoDiscount(tx, body.promo, body.customerEmail));
      if (!agreesWithPlanTotal(body.totalPrice, price, plan, body.insurance)) throw priceChanged(price);
      const { limits } = liability[body.insurance];
      const ordered: Ordered = {
        ...common(services, { id, hash, body, visitor, price, collisionIncluded }),
        source: "plan",
        tier: plan.tier,
        location: body.location,
        pickupLocation: body.pickupLocation ?? "",
        monthlyPrice: plan.monthlyPrice,
        insurance: { product: body.insurance, monthlyPrice: liabilityPrice(body.insurance, price.months), ...(limits && { limits }) },
        paymentMethod: body.paymentMethod,
        paymentCard: body.paymentMethod === "credit-card" ? body.card : undefined,
      };
      return write(services, tx, ordered, body.promo);
    }),
  );
  return load(services, placed);
}

type Ordered = Omit<NewOrder, "keyHash">;
type Common = { id: string; hash: string; body: BookingRequest | PlanOrderRequest; visitor: Visitor; price: Price; collisionIncluded: boolean };

/** What both kinds of order keep. */
function common({ secret, now }: Services, { id, hash, body, visitor, price, collisionIncluded }: Common) {
  const { subtotal, fees, taxes, total, lines, days, months, discountPercent, milesIncluded } = price;
  const hold = "carId" in body ? holdLength.request : holdLength.plan;
  return {
    id,
    orderNumber: orderNumber(randomBytes(8)),
    subtotal,
    fees,
    taxes,
    total,
    lines,
    days,
    months,
    discountPercent,
    milesIncluded,
    pickupDate: body.pickupDate,
    returnDate: body.returnDate,
    pickupTime: body.pickupTime ?? defaultPickupTime,
    returnTime: body.returnTime ?? defaultPickupTime,
    customerName: body.customerName,
    customerEmail: body.customerEmail,
    customerPhone: body.customerPhone ?? "",
    language: body.language ?? visitor.language,
    collisionIncluded,
    requestHash: hash,
    placedFrom: createHmac("sha256", secret).update(networkOf(visitor.address)).digest("base64url"),
    expiresAt: hold === undefined ? null : new Date(now() + hold),
  };
}

/** The order with its history, its promo code and its letters; all or nothing. */
async function write(services: Services, tx: Db, ordered: Ordered, promo: string | undefined): Promise<OrderRow> {
  const { config, outbox } = services;
  if (config.rateLimits && (await countRecent(tx, ordered.placedFrom ?? "", ordered.customerEmail, mostOrdersAnHour)) >= mostOrdersAnHour) {
    throw new Refusal("too_many_requests", "Too many orders were made from here in the last hour. Please try again later, or call us.");
  }
  const key = makeKey();
  const order = await insertOrder(tx, { ...ordered, keyHash: hashKey(key) });
  if (promo) await holdPromo(tx, promo, order.id);
  await outbox.post(tx, [receivedLetter(config, order, key), deskLetter(config, order)]);
  return order;
}

function refuseDates(services: Services, rental: Rental, minRentDays?: number): void {
  const fault = rentalFault(rental, today(services), minRentDays);
  if (fault) throw fieldFault(faultyField(fault), fault);
}

const priceChanged = (price: Price): Refusal =>
  new Refusal("price_changed", "The price is not the one we would charge. Please look at the right one and confirm it.", {
    quote: wirePrice(price),
    fields: { totalPrice: { code: "price_changed", message: "is not our price" } },
  });

/** The order that was made of the same request before. Throws a Refusal that reveals nothing when the request was another. */
function sameOrder(earlier: OrderRow, hash: string): OrderRow {
  if (earlier.requestHash === hash) return earlier;
  throw new Refusal("order_id_used", "This id belongs to another order.", { fields: { id: { code: "order_id_used", message: "belongs to another order" } } });
}

async function load({ database }: Services, { id }: OrderRow): Promise<PlacedOrder> {
  const found = await findOrder(database.db, id);
  if (!found) throw new Error("An order that was just written is not there");
  return found;
}

/** SHA-256 of what was asked for, whatever order its fields came in. The language of the page is no part of it. */
function requestHash({ language: _language, ...body }: BookingRequest | PlanOrderRequest): string {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}

/** The address itself, or the /64 of an IPv6 one: a household has that many. */
function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address.replace(/^::ffff:/, "");
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill("0")].slice(0, 4).join(":");
}
