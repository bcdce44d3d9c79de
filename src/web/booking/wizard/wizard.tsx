import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import type { WizardBooking, WizardState } from "#contract/account/booking.ts";
import type { IsoDate } from "#domain/dates.ts";
import { isAccountMethod } from "#domain/booking/payment-methods.ts";
import { accountName } from "#domain/payments/providers.ts";
import { wizardSteps } from "#domain/booking/wizard.ts";
import type { DailyInsurance } from "#domain/pricing/insurance.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { paymentMethodsQuery } from "#web/accounts/settings/queries.ts";
import { useBusiness } from "#web/layout/business.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { cardWords } from "#web/ui/format/payment-words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { HoldClock } from "./hold-clock.tsx";
import { InsuranceStep } from "./insurance-step.tsx";
import { PaymentStep } from "./payment-step.tsx";
import { wizardQuery } from "./queries.ts";
import { NextButton, StepFrame, stepForm } from "./step-frame.tsx";
import { useSteps } from "./use-steps.ts";
import { useWizard } from "./use-wizard.ts";
import { VehicleStep } from "./vehicle-step.tsx";
import { indexOf, stepAddress } from "./wizard-address.ts";
import { type BookedCar, WizardBar, WizardSummary } from "./wizard-summary.tsx";
import { WizardWay } from "./wizard-way.tsx";
import { type PaymentSituation, stepWords } from "./wizard-words.ts";
import type { CarStay } from "#web/ui/form/words/rental-error-words.ts";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** Starts loading with the page, so that it is ready before there is any notice. */
const WizardNotices = lazyPart(() => import("./wizard-notices.tsx"), "WizardNotices");

type WizardProps = {
  car: BookedCar & CarStay & { id: string };
  state: WizardState;
  /** The time of the server's answer. */
  at: number;
  today: IsoDate;
  /** The first day on which the car can still be picked up. */
  firstDay: IsoDate;
  /** Dates that the address brings. */
  brought: Rental | undefined;
  /** The licence: its upload panel, and whether it is ready. */
  licence: { panel: ReactNode; isReady: boolean; isDeclined: boolean; verifiedUntil?: IsoDate | undefined };
};

/** The steps of one booking, each with its own address, beside the summary and the hold's clock. */
export function Wizard({ car, state, at, today, firstDay, brought, licence }: WizardProps) {
  const wizard = useWizard({ car, state, firstDay, brought });
  const { booking, actions, step, typed, setTyped, chosen, setChosen, rental, price } = wizard;
  const methods = useQuery(paymentMethodsQuery);
  const { goTo, goOn, complete } = useSteps(car.id, step, actions);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (booking && licence.isReady) void complete(booking);
  };

  const paying = usePaying(booking);
  const words = stepWords(step, { booking, paying, verifiedUntil: licence.verifiedUntil });
  const isLast = step === "verification";
  const next = (
    <NextButton
      isSending={actions.isSending}
      isLast={isLast}
      isRequest={booking?.host !== undefined}
      isReady={!isLast || licence.isReady}
      describedBy={isLast && !licence.isReady ? licenceNote : undefined}
    />
  );
  const before = wizardSteps[indexOf(step) - 1];

  return (
    <div className="with-sum-bar">
      <div className="page pt-[clamp(1.25rem,2.5vw,2rem)]">
        <Link className="link" to={`/cars/${car.id}`}>
          <Icon name="back" />
          <span>{m.wizard_back_to_car({ name: shownCarName(car.name) })}</span>
        </Link>
        <WizardWay carId={car.id} step={step} />
        <div className="flow">
          <StepFrame
            heading={words.heading}
            lead={words.lead}
            previous={before && stepAddress(car.id, before)}
            next={next}
            clock={booking?.hold === "held" && <HoldOf booking={booking} carId={car.id} at={at} />}
            notices={<Notices wizard={wizard} state={state} />}
          >
            {step === "vehicle" && (
              <VehicleStep
                car={car}
                today={today}
                firstDay={firstDay}
                renter={state.renter}
                booking={booking}
                rental={brought}
                typed={typed}
                actions={actions}
                pick={wizard.pick}
                onTyped={setTyped}
                onDone={() => goTo("insurance")}
              />
            )}
            {step === "insurance" && booking && (
              <InsuranceStep
                days={booking.days}
                collisionIncluded={booking.collisionIncluded}
                chosen={chosen}
                onChoose={(product: DailyInsurance) => setChosen(product)}
                onNext={(selectedInsurance) =>
                  void goOn(() => actions.change({ selectedInsurance }), "payment")
                }
              />
            )}
            {step === "payment" && booking && !methods.isPending && (
              <PaymentStep
                booking={booking}
                saved={methods.data?.find(({ isExpired }) => !isExpired)}
                today={today}
                onNext={(paid) => goOn(() => actions.change(paid), "verification")}
              />
            )}
            {step === "verification" && (
              <LicenceStep licence={licence} paysOnline={paying.paysOnline} onSubmit={send} />
            )}
          </StepFrame>
          <WizardSummary
            car={car}
            renter={state.renter.name}
            rental={rental}
            price={price}
            insurance={chosen}
            payment={booking && paidWith(booking)}
            promo={booking?.promo ?? ""}
            onPromo={booking && wizard.changePromo}
          />
        </div>
      </div>
      <WizardBar car={car} price={price}>
        {next}
      </WizardBar>
    </div>
  );
}

/** What keeps the booking from going on. */
function Notices({ wizard, state }: { wizard: ReturnType<typeof useWizard>; state: WizardState }) {
  const [query] = useSearchParams();
  const { booking, actions, step, rental, nextFree, takeDates } = wizard;
  return (
    <Suspense>
      <WizardNotices
        isUnpaid={query.has("unpaid")}
        trouble={actions.trouble}
        booking={booking}
        justSent={state.hold === "booked" ? state.id : undefined}
        nextFree={step === "vehicle" ? nextFree : undefined}
        wanted={rental ?? booking}
        onPick={takeDates}
      />
    </Suspense>
  );
}

/** How long a booking's car is still held. `at` is the time of the server's answer. */
function HoldOf({ booking, carId, at }: { booking: WizardBooking; carId: string; at: number }) {
  const client = useQueryClient();
  return (
    <HoldClock
      key={booking.holdEndsAt}
      endsAt={at + (booking.holdSeconds ?? 0) * 1000}
      onEnd={() => void makeStale(client, wizardQuery(carId))}
    />
  );
}

/** How a booking is paid. Without a hold, payment waits for our answer; with a host, it waits for the host's. */
function usePaying(booking: WizardBooking | undefined): PaymentSituation {
  const business = useBusiness();
  const isUnheld = booking?.hold === "unheld";
  return {
    isUnheld,
    paysOnline: business?.paysOnline !== undefined && !isUnheld && !booking?.host,
    tellsHowToPay: business?.tellsHowToPay ?? false,
  };
}

type LicenceStepProps = Pick<WizardProps, "licence"> & {
  paysOnline: boolean;
  onSubmit: (event: FormEvent) => void;
};

/** The last step: the licence, and what comes after it. */
const LicenceStep = ({ licence, paysOnline, onSubmit }: LicenceStepProps) => (
  <>
    {licence.panel}
    <form id={stepForm} onSubmit={onSubmit}>
      {paysOnline && <p className="muted">{m.wizard_pay_next()}</p>}
      {!licence.isReady && (
        <p className="muted" id={licenceNote}>
          {licence.isDeclined ? m.wizard_licence_declined() : m.wizard_licence_needed()}
        </p>
      )}
    </form>
  </>
);

const paidWith = ({ paymentMethod, payment }: WizardBooking): string | undefined => {
  if (!paymentMethod) return undefined;
  if (isAccountMethod(paymentMethod)) return accountName(paymentMethod);
  return payment?.card ? cardWords(payment.card) : m.checkout_card();
};

const licenceNote = "wizard-licence-note";
