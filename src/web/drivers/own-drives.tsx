import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerDrive, type NamedDrive } from "#contract/drivers.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { showDate } from "#web/ui/format/show-date.ts";
import { driversErrorWords } from "./error-words.ts";
import { ownDrivesQuery } from "./queries.ts";

/** Orders that name the user as another driver, each to accept. Without any, nothing is shown. */
export function OwnDrives() {
  const { data } = useQuery(ownDrivesQuery);
  return data?.map((drive) => <Drive key={drive.id} drive={drive} />);
}

function Drive({ drive }: { drive: NamedDrive }) {
  const cache = useQueryClient();
  const language = currentLanguage();
  const answering = useMutation({
    mutationFn: (agrees: boolean) => api(answerDrive, { params: { id: drive.id }, body: { agrees } }),
    onSuccess: (answer) => cache.setQueryData(ownDrivesQuery.queryKey, answer),
    onError: () => makeStale(cache, ownDrivesQuery),
  });
  const answer = (agrees: boolean) => () => !answering.isPending && answering.mutate(agrees);
  return (
    <section className="card stack" aria-labelledby={`drive-${drive.id}`}>
      <h2 className="h3" id={`drive-${drive.id}`}>
        {m.drivers_named_title()}
      </h2>
      <p>
        {m.drivers_named_text({
          what: drive.carName
            ? m.drivers_named_what({ number: drive.orderNumber, car: carNameIn(drive.carName, language) })
            : drive.orderNumber,
          from: showDate(drive.pickupDate),
          until: showDate(drive.returnDate),
        })}
      </p>
      {drive.status !== "invited" && <p role="status">{answerWords(drive)}</p>}
      {answering.error && (
        <Notice kind="bad" isAlert>
          {driversErrorWords(answering.error)}
        </Notice>
      )}
      <p className="flex flex-wrap gap-3">
        {(drive.status === "invited" || drive.status === "refused") && (
          <button className="btn btn-primary" type="button" onClick={answer(true)}>
            {m.drivers_agree()}
          </button>
        )}
        {drive.status !== "refused" && (
          <button className="btn btn-secondary" type="button" onClick={answer(false)}>
            {m.drivers_refuse()}
          </button>
        )}
      </p>
    </section>
  );
}

function answerWords({ status }: NamedDrive): string {
  if (status === "refused") return m.drivers_refused();
  return status === "verified" ? m.drivers_agreed_verified() : m.drivers_agreed();
}
