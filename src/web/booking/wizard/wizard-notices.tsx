import { type Ref, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { WizardBooking } from "#contract/account/booking.ts";
import { hostAnswersWithin } from "#domain/orders/host-requests.ts";
import { answerWithin, inHours } from "#domain/orders/lifecycle.ts";
import { mostUnpaidBookings } from "#domain/booking/unpaid-holds.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import type { FreeRange } from "#web/ui/format/shown-price.ts";
import { refusedWords, type SimilarCar } from "#web/booking/request/request-answer.ts";
import { OfferedDates, SimilarCars, TakenNotice, noticeClass } from "#web/orders/request-outcome.tsx";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { moveInto } from "#web/ui/format/shown-price.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { WizardProblem } from "./wizard-answer.ts";

type WizardNoticesProps = {
  /** Whether the renter has come back from the provider's page without paying. */
  isUnpaid: boolean;
  trouble: WizardProblem | undefined;
  booking: WizardBooking | undefined;
  /** The renter's order of this car from the last hour. */
  justSent: string | undefined;
  /** The next free ranges, where the dates are taken. This is known before anything is sent. */
  nextFree: FreeRange[] | undefined;
  wanted: Rental | undefined;
  onPick: (rental: Rental) => void;
};

/** The problems of the booking, each with a button that solves it, and a link to an order that was just sent. */
export const WizardNotices = ({ justSent, ...props }: WizardNoticesProps) => (
  <>
    {justSent && (
      <Notice kind="info">
        <p>{m.wizard_just_sent()}</p>
        <p>
          <Link to={`/dashboard/trips/${justSent}`}>{m.wizard_done_trip()}</Link>
        </p>
      </Notice>
    )}
    <InTheWay {...props} />
  </>
);

function InTheWay(props: Omit<WizardNoticesProps, "justSent">) {
  const { isUnpaid, trouble, booking, nextFree, wanted, onPick } = props;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trouble) notice.current?.focus();
  }, [trouble]);

  if (trouble?.kind === "taken" || trouble?.kind === "unavailable")
    return <TakenNotice answer={trouble} wanted={wanted} onPick={onPick} ref={notice} />;
  if (booking?.hold === "lost")
    return (
      <LostNotice
        nextFree={booking.nextFree ?? []}
        similarCars={trouble?.kind === "lost" ? trouble.similarCars : []}
        wanted={wanted ?? booking}
        onPick={onPick}
        ref={notice}
      />
    );
  if (booking?.hold === "unheld" && !trouble) {
    const text = booking.host ? m.wizard_host_unheld_text : m.wizard_unheld_text;
    return (
      <Notice kind="warn">
        <b>{m.wizard_unheld()}</b>
        <p>{text({ hours: inHours(booking.host ? hostAnswersWithin : answerWithin.wizard) })}</p>
      </Notice>
    );
  }
  if (nextFree && !trouble)
    return (
      <TakenNotice answer={{ kind: "taken", nextFree, similarCars: [] }} wanted={wanted} onPick={onPick} />
    );
  if (!trouble && isUnpaid)
    return (
      <Notice kind="warn" isAlert>
        {m.wizard_unpaid()}
      </Notice>
    );
  if (!trouble && booking?.host)
    return (
      <Notice>
        <b>{m.wizard_host()}</b>
        <p>{m.wizard_host_text({ hours: inHours(hostAnswersWithin) })}</p>
      </Notice>
    );
  if (!trouble || trouble.kind === "lost") return null;
  return (
    <Notice kind={trouble.kind === "price_changed" ? "warn" : "bad"} isAlert ref={notice}>
      {troubleWords(trouble)}{" "}
      {trouble.kind === "too_many_unpaid" && <Link to="/contact">{m.layout_nav_contact()}</Link>}
    </Notice>
  );
}

function troubleWords(trouble: WizardProblem): string {
  if (trouble.kind === "price_changed")
    return m.wizard_price_changed({ total: showMoney(trouble.price.total) });
  if (trouble.kind === "too_many_unpaid")
    return m.wizard_too_many_unpaid({ count: mostUnpaidBookings(true) });
  if (trouble.kind === "no_page") return m.payments_pay_failed();
  if (trouble.kind === "licence") return m.wizard_licence_needed();
  return refusedWords(trouble.kind === "too_many" || trouble.kind === "refused" ? trouble.kind : "failed");
}

type LostNoticeProps = {
  nextFree: FreeRange[];
  similarCars: SimilarCar[];
  wanted: Rental;
  onPick: (rental: Rental) => void;
  ref: Ref<HTMLDivElement>;
};

/** The hold has run out. Nothing typed is lost, and one press holds the car again, for its next free dates. */
function LostNotice({ nextFree, similarCars, wanted, onPick, ref }: LostNoticeProps) {
  const dates = nextFree.map((range) => moveInto(range, wanted));
  return (
    <div className={`taken notice-warn ${noticeClass}`} role="alert" tabIndex={-1} ref={ref}>
      <p>
        <strong>{m.wizard_lost()}</strong>
      </p>
      <p>{dates.length ? m.wizard_lost_text() : m.wizard_lost_none()}</p>
      <OfferedDates title={m.wizard_lost_dates()} dates={dates} onPick={onPick} />
      <SimilarCars cars={similarCars} wanted={wanted} />
    </div>
  );
}
