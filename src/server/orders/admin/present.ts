import type { AdminOrder, AdminOrderDetail } from "#contract/admin/orders.ts";
import { wireInsurance } from "#contract/orders.ts";
import { wirePrice } from "#contract/quotes.ts";
import type { IsoDate } from "#domain/dates.ts";
import { waitsForHost } from "#domain/orders/host-requests.ts";
import { waitsForPayment } from "#domain/orders/paid-first.ts";
import { yearsBetween } from "#domain/papers/licence.ts";
import { divideHalfUp, wireMoney } from "#domain/money.ts";
import type { HistoryRow, ListedOrder, NoteRow } from "./queries.ts";

/** `waitsForHost` of a row whose instants are text. */
const isWaitingForHost = ({ hostAskedAt, ...order }: ListedOrder): boolean =>
  waitsForHost({ ...order, hostAskedAt: hostAskedAt === null ? null : new Date(hostAskedAt) });

/** An order on Los Angeles's date `today`, which the renter's age is counted to. */
export const presentAdminOrder = (order: ListedOrder, today: IsoDate): AdminOrder => ({
  ...wirePrice(order),
  id: order.id,
  orderNumber: order.orderNumber,
  source: order.source,
  status: order.status,
  vehicleId: order.carId,
  carName: order.carName,
  carBrand: order.carBrand,
  tier: order.tier,
  location: order.location,
  pickupDate: order.pickupDate,
  returnDate: order.returnDate,
  startDate: order.pickupDate,
  endDate: order.returnDate,
  pickupTime: order.pickupTime,
  returnTime: order.returnTime,
  pickupLocation: order.pickupLocation,
  totalDays: order.days,
  dailyRate: wireMoney(divideHalfUp(order.monthlyPrice, 30)),
  monthlyPrice: wireMoney(order.monthlyPrice),
  totalPrice: wireMoney(order.total),
  createdAt: order.createdAt,
  expiresAt: order.status === "pending" ? order.expiresAt : null,
  waitsForHostSince: isWaitingForHost(order) ? order.hostAskedAt : null,
  waitsForPaymentSince: waitsForPayment(order) ? order.hostAnsweredAt : null,
  tripStartedAt: order.tripStartedAt,
  tripCompletedAt: order.tripCompletedAt,
  renterName: order.customerName,
  renterEmail: order.customerEmail,
  renterPhone: order.customerPhone,
  renterAge: order.licence && yearsBetween(order.licence.birthDate, today),
  renterLicenseNumber: order.licence?.number ?? null,
  renterLicenseState: order.licence?.region ?? null,
});

export const presentAdminDetail = (
  order: ListedOrder,
  today: IsoDate,
  more: Pick<AdminOrderDetail, "canChooseCar" | "canOfferCar" | "isDecidedByOthers"> & {
    history: HistoryRow[];
    notes: NoteRow[];
  },
): AdminOrderDetail => ({
  ...presentAdminOrder(order, today),
  language: order.language,
  host: order.hostId === null ? null : { id: order.hostId, name: order.hostName ?? "" },
  paymentMethod: order.paymentMethod,
  paymentCard: order.paymentCard,
  insurance: order.insurance && wireInsurance(order.insurance),
  collisionIncluded: order.collisionIncluded,
  unprintable: order.unprintable,
  replacing: order.replacing,
  carSince: order.carSince,
  ...more,
});
