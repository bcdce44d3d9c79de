import type { AdminOrder } from "#contract/admin/orders.ts";
import type { OrderStatus } from "#domain/orders/lifecycle.ts";
import { showAge, showMoment } from "#web/ui/format/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { StatusSelect } from "./status-select.tsx";

export type AdminOrderRowProps = {
  order: AdminOrder;
  title: string;
  /** The order's place in the list, from 0. */
  at: number;
  /** The new status that is being saved for the order. */
  next: OrderStatus | undefined;
  onOpen: (id: string) => void;
  onSet: (order: AdminOrder, status: OrderStatus) => void;
};

/**
 * An order in two lines, however long its words are. All rows have one height, so rows out of sight can be left
 * out of the page.
 */
export function AdminOrderRow({ order, title, at, next, onOpen, onSet }: AdminOrderRowProps) {
  const { id, orderNumber, renterName, renterEmail, totalDays, status, createdAt, expiresAt } = order;
  const place = order.location ? cityOrName(order.location) : order.carName ? order.pickupLocation : "";
  return (
    <tr data-row={at} aria-rowindex={at + 2}>
      <th scope="row" className="cell-order">
        <button
          className="linklike py-1 font-label whitespace-nowrap max-md:min-h-11 num"
          type="button"
          onClick={() => onOpen(id)}
        >
          {orderNumber}
        </button>
        <small className={expiresAt ? "late" : undefined} title={showMoment(createdAt)}>
          {expiresAt ? m.admin_orders_ends({ when: showAge(expiresAt) }) : showAge(createdAt)}
        </small>
      </th>
      <td className="cell-renter">
        <b title={renterName}>{renterName}</b>
        <small title={renterEmail}>{renterEmail}</small>
      </td>
      <td className="cell-car">
        <b title={title}>{title}</b>
        {order.waitsForHostSince ? (
          <small className="late" title={showMoment(order.waitsForHostSince)}>
            {m.admin_orders_waits_host({ when: showAge(order.waitsForHostSince) })}
          </small>
        ) : order.waitsForPaymentSince ? (
          <small title={showMoment(order.waitsForPaymentSince)}>
            {m.admin_orders_waits_payment({ when: showAge(order.waitsForPaymentSince) })}
          </small>
        ) : (
          <small title={place}>{place}</small>
        )}
      </td>
      <td className="cell-dates">
        <span>{showDate(order.pickupDate)}</span>
        <small>
          {m.admin_orders_until({
            date: showDate(order.returnDate),
            days: m.common_days({ days: totalDays }),
          })}
        </small>
      </td>
      <td className="cell-total right">
        <b>{showMoney(order.totalPrice)}</b>
      </td>
      <td className="cell-status">
        <StatusSelect
          label={m.admin_orders_status_of({ number: orderNumber })}
          status={next ?? status}
          isBusy={next !== undefined}
          onChoose={(to) => onSet(order, to)}
        />
      </td>
    </tr>
  );
}
