import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { submitHostCar } from "#contract/host/cars.ts";
import { formatWholeMoney } from "#domain/money.ts";
import { api, ApiError } from "#web/api.ts";
import { newHosts } from "#domain/payouts/payouts.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useBusiness } from "#web/layout/business.ts";
import { applicationQuery } from "#web/accounts/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { partAddress, stepOf, stepNames } from "#web/cars/host/form-steps.ts";
import { partNames } from "#web/cars/host/part-words.ts";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";
import { makeStale } from "#web/make-stale.ts";

/** The missing parts, each a link to its field. Once nothing is missing, the button that submits the car. */
export function SubmitStep() {
  const { saver, state } = useOwnCarForm();
  const cache = useQueryClient();
  const { car } = state;
  const holdDays = useBusiness()?.hostHoldDays ?? 0;
  const submit = useMutation({
    mutationFn: () => api(submitHostCar, { params: { id: car.id } }),
    onSuccess: async (now) => {
      // A first submission is also an application to host. Its state is read before the car is shown as submitted.
      await makeStale(cache, applicationQuery);
      saver.adopt(now);
    },
  });
  const status = useQuery(applicationQuery).data?.status;
  const appliesAnew = car.state === "submitted" && (status === "declined" || status === "none");
  const isOpen = car.state === "draft" || car.state === "declined" || appliesAnew;
  const isIncomplete = submit.error instanceof ApiError && submit.error.body?.code === "car_incomplete";

  if (!isOpen && !car.lacks.length) return <p>{m.host_submit_done()}</p>;
  return (
    <>
      {car.lacks.length > 0 ? (
        <section className="stack" aria-labelledby="lacks">
          <h3 className="h3" id="lacks">
            {m.host_lacks({ count: car.lacks.length })}
          </h3>
          <ul className="grid">
            {car.lacks.map((part) => (
              <li key={part} className="border-t border-line">
                <Link
                  className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-3 min-h-12 py-2 no-underline"
                  to={partAddress(car.id, part)}
                >
                  <Icon name="alert" />
                  <b>{partNames[part]()}</b>
                  <span className="small muted">{stepNames[stepOf(part)]()}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <Notice kind="good">{m.host_submit_ready()}</Notice>
      )}
      {isOpen && (
        <>
          <p className="muted">{appliesAnew ? m.host_submit_anew() : m.host_submit_text()}</p>
          {holdDays > 0 && (
            <p className="muted">
              {m.host_submit_hold({
                ...newHosts,
                days: holdDays,
                amount: formatWholeMoney(newHosts.largeCharge, currentLanguage()),
              })}
            </p>
          )}
          {!isIncomplete && <Failed error={submit.error} />}
          {isIncomplete && car.lacks.length === 0 && (
            <Notice kind="bad" isAlert>
              {m.host_submit_incomplete()}
            </Notice>
          )}
          <p>
            <button
              className="btn btn-primary"
              type="button"
              disabled={car.lacks.length > 0 || state.step !== "saved"}
              aria-busy={submit.isPending || undefined}
              onClick={() => !submit.isPending && submit.mutate()}
            >
              {car.state === "draft" ? m.host_submit() : m.host_submit_again()}
            </button>
          </p>
        </>
      )}
    </>
  );
}
