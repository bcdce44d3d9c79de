import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { OwnLicence } from "#contract/account/papers.ts";
import { firstPickupDay } from "#domain/booking/pickup-times.ts";
import { licenceServes } from "#domain/booking/wizard.ts";
import { neededKinds } from "#domain/papers/documents.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { ApiError } from "#web/api.ts";
import { chosenDates } from "#web/ui/chosen-dates.ts";
import { CarNotFound } from "#web/layout/car-not-found.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import "#web/orders/orders.css";
import type { Route } from "./+types/wizard-page.ts";
import { bookedCarQuery, wizardQuery } from "./queries.ts";
import { Wizard } from "./wizard.tsx";
import { LoadFailed, Loading } from "./wizard-states.tsx";

/** The last step. It loads while the renter looks at the steps before it. */
const ConfirmationStep = lazyPart(() => import("./confirmation-step.tsx"), "ConfirmationStep");
const LicenceUpload = lazyPart(() => import("#web/papers/licence-upload.tsx"), "LicenceUpload");

export const meta = () => pageMeta({ title: m.wizard_title() });

/** A car is booked in five steps. */
export default function WizardPage({ params: { carId } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const order = query.get("step") === "confirmation" ? query.get("order") : null;
  return order ? (
    <Suspense fallback={<Loading />}>
      <ConfirmationStep carId={carId} orderId={order} />
    </Suspense>
  ) : (
    <Booking key={carId} carId={carId} />
  );
}

function Booking({ carId }: { carId: string }) {
  const [query] = useSearchParams();
  const [now] = useState(() => Date.now());
  const firstDay = firstPickupDay(now);
  const [licence, setLicence] = useState<OwnLicence>();
  const car = useQuery(bookedCarQuery(carId));
  const wizard = useQuery(wizardQuery(carId));
  const error = car.error ?? wizard.error;
  if (error instanceof ApiError && [404, 422].includes(error.status)) return <CarNotFound />;
  // The wizard begins with the server's present state, and keeps the screen when a later reading fails.
  const isOld = wizard.dataUpdatedAt < now;
  if (!car.data || !wizard.data || (isOld && (error || wizard.isFetching)))
    return error ? (
      <LoadFailed
        onAgain={() => {
          void car.refetch();
          void wizard.refetch();
        }}
      />
    ) : (
      <Loading />
    );
  if (!car.data.available) return <Unavailable />;
  return (
    <Wizard
      car={car.data}
      state={wizard.data}
      at={wizard.dataUpdatedAt}
      today={dateInLosAngeles(now)}
      firstDay={firstDay}
      brought={chosenDates(query, firstDay).rental}
      licence={{
        panel: (
          <Suspense fallback={<Loading />}>
            <LicenceUpload onChange={setLicence} isSaidVerified />
          </Suspense>
        ),
        isReady: licence !== undefined && servesFor(licence),
        isDeclined: licence?.verification.status === "declined",
        verifiedUntil: licence?.verification.status === "verified" ? licence.licence?.expiryDate : undefined,
      }}
    />
  );
}

const servesFor = ({ documents, verification }: OwnLicence): boolean =>
  licenceServes(
    neededKinds.every((needed) => documents.some(({ kind }) => kind === needed)),
    verification.status,
  );

const Unavailable = () => (
  <div className="page">
    <Notice kind="warn">{m.request_unavailable()}</Notice>
  </div>
);
