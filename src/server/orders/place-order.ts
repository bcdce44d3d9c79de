import { createHash, createHmac, randomBytes } from "node:crypto";
import { Refusal } from "#contract/errors.ts";
import type { BookingRequest, PlanOrderRequest } from "#contract/orders.ts";
import { wirePrice } from "#contract/quotes.ts";
import { liability, liabilityPrice } from "#domain/insurance.ts";
import type { Language } from "#domain/languages.ts";
import { orderNumber } from "#domain/order-numbers.ts";
import { holdLength } from "#domain/order-status.ts";
import { defaultPickupTime } from "#domain/pickup-times.ts";
import { planOf } from "#domain/plans.ts";
import { agreesWithCarTotal, agreesWithPlanTotal, carPrice, planPrice, type Price } from "#domain/pricing.ts";
import { faultyField, type Rental, rentalFault } from "#domain/rental-length.ts";
import { fieldFault } from "#server/field-faults.ts";
import { withRetries } from "#server/retries.ts";
import { type Services, today } from "#server/services.ts";
import { expireOrdersOf } from "./cancel-order.ts";
import { carTaken } from "./car-taken.ts";
import { deskLetter, receivedLetter } from "./letters.ts";
import { lookBeforePlacing, type Look, type Looked, type OrderableCar } from "./look-before-placing.ts";
import { hashKey, makeKey } from "./order-key.ts";
import { promoDiscount } from "./promo.ts";
import { findOrder, isCollisionIncluded, type OrderRow, type PlacedOrder } from "./queries.ts";
import { writeOrder } from "./write-order.ts";

/** Orders that one place or one address may make in an hour. */
export const mostOrdersAnHour = 100;

export type Visitor = { language: Language; address: string };

/** Requests a car: looks, prices, refuses what does not agree or is taken, and writes order, history and letters together. */
export async function placeBooking(services: Services, body: BookingRequest, visitor: Visitor): Promise<PlacedOrder> {
  if (body.returnDate <= body.pickupDate) throw fieldFault("returnDate", "return_before_pickup");
  const asked = await askedOf(services, body, visitor);
  return withRetries(async () => {
    const { car, ...look } = await lookBeforePlacing(services.database, asked.look);
    if (look.earlierHash !== null) return samePlaced(services, asked, look.earlierHash);
    if (!car) throw new Refusal("car_not_found", "There is no such car.", { fields: { carId: { code: "car_not_found", message: "is no car of ours" } } });
    refuseDates(services, body, car.minRentDays);
    if (!car.available) throw new Refusal("car_unavailable", "This car can't be rented at the moment.");
    if (look.isHeld) throw await carTaken(services, car.id, body);
    if (look.isStale) await expireOrdersOf(services, car.id);

    const price = carPrice(car.monthlyPrice, body, promoDiscount(look, body.promo, body.customerEmail));
    if (!agreesWithCarTotal(body.totalPrice, price)) throw priceChanged(price);
    refuseTooMany(look);
    const ordered: Ordered = {
      ...common(services, asked, price, holdLength.request),
      source: "request",
      carId: car.id,
      carName: car.name,
      carBrand: car.brand,
      pickupLocation: body.pickupLocation,
      monthlyPrice: car.monthlyPrice,
    };
    return { order: await write(services, ordered, car, body.promo), car };
  });
}

/** Orders a plan for a town; an administrator chooses the car. */
export async function placePlanOrder(services: Services, body: PlanOrderRequest, visitor: Visitor): Promise<PlacedOrder> {
  const plan = planOf(body.tier);
  if (!plan || plan.isSoldOut) throw new Refusal("invalid", "This plan is sold out.", { fields: { tier: { code: "sold_out", message: "is sold out" } } });
  const asked = await askedOf(services, body, visitor);
  return withRetries(async () => {
    const look = await lookBeforePlacing(services.database, asked.look);
    if (look.earlierHash !== null) return samePlaced(services, asked, look.earlierHash);
    refuseDates(services, body);
    const price = planPrice(plan, body, body.insurance, promoDiscount(look, body.promo, body.customerEmail));
    if (!agreesWithPlanTotal(body.totalPrice, price, plan, body.insurance)) throw priceChanged(price);
    refuseTooMany(look);
    const { limits } = liability[body.insurance];
    const ordered: Ordered = {
      ...common(services, asked, price, holdLength.plan),
      source: "plan",
      tier: plan.tier,
      location: body.location,
      pickupLocation: body.pickupLocation ?? "",
      monthlyPrice: plan.monthlyPrice,
      insurance: { product: body.insurance, monthlyPrice: liabilityPrice(body.insurance, price.months), ...(limits && { limits }) },
      paymentMethod: body.paymentMethod,
      paymentCard: body.paymentMethod === "credit-card" ? (body.card ?? null) : null,
    };
    return { order: await write(services, ordered, undefined, body.promo), car: null };
  });
}

/** What was asked for, by whom, and what to look up about it. */
type Asked = { body: BookingRequest | PlanOrderRequest; visitor: Visitor; hash: string; look: Looked; collisionIncluded: boolean };

async function askedOf(services: Services, body: BookingRequest | PlanOrderRequest, visitor: Visitor): Promise<Asked> {
  const look: Looked = {
    id: body.id ?? crypto.randomUUID(),
    carId: "carId" in body ? body.carId : null,
    pickupDate: body.pickupDate,
    returnDate: body.returnDate,
    email: body.customerEmail,
    placedFrom: createHmac("sha256", services.secret).update(networkOf(visitor.address)).digest("base64url"),
    promo: body.promo || null,
    mostRecent: services.config.rateLimits ? mostOrdersAnHour : 0,
  };
  return { body, visitor, hash: requestHash(body), look, collisionIncluded: await isCollisionIncluded(services) };
}

type Ordered = Omit<OrderRow, "keyHash" | "createdAt" | "during" | Absent> & Partial<Pick<OrderRow, Absent>>;
type Absent = "carId" | "carName" | "carBrand" | "tier" | "location" | "insurance" | "paymentMethod" | "paymentCard";

/** What both kinds of order keep. */
function common({ now }: Services, { body, visitor, hash, look, collisionIncluded }: Asked, price: Price, hold: number | undefined) {
  const { subtotal, fees, taxes, total, lines, days, months, discountPercent, milesIncluded } = price;
  return {
    id: look.id,
    orderNumber: orderNumber(randomBytes(8)),
    status: "pending" as const,
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
    placedFrom: look.placedFrom,
    expiresAt: hold === undefined ? null : new Date(now() + hold),
  };
}

/** The order with its history, its promo code and its letters; all or nothing. */
async function write({ config, database, outbox }: Services, ordered: Ordered, car: OrderableCar | undefined, promo: string | undefined): Promise<OrderRow> {
  const key = makeKey();
  const none = { carId: null, carName: null, carBrand: null, tier: null, location: null, insurance: null, paymentMethod: null, paymentCard: null, during: null };
  const order: OrderRow = { ...none, ...ordered, keyHash: hashKey(key), createdAt: new Date() };
  const mail = await outbox.compose([receivedLetter(config, order, key), deskLetter(config, order)]);
  return { ...order, createdAt: await writeOrder(database, { order, car, promo: promo || undefined, mail }) };
}

function refuseTooMany({ recent }: Pick<Look, "recent">): void {
  if (recent < mostOrdersAnHour) return;
  throw new Refusal("too_many_requests", "Too many orders were made from here in the last hour. Please try again later, or call us.");
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
async function samePlaced({ database }: Services, { hash, look }: Asked, earlierHash: string): Promise<PlacedOrder> {
  const found = earlierHash === hash ? await findOrder(database.db, look.id) : undefined;
  if (found) return found;
  throw new Refusal("order_id_used", "This id belongs to another order.", { fields: { id: { code: "order_id_used", message: "belongs to another order" } } });
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
