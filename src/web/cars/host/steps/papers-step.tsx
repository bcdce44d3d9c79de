import { useId, useState } from "react";
import type { CarPaper } from "#contract/host-cars.ts";
import { hasExpired, type PaperKind, paperKinds } from "#domain/cars/host/papers.ts";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { showDate } from "#web/ui/format/show-date.ts";
import { Icon } from "#web/ui/icon.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useCarFiles } from "#web/cars/host/car-files.tsx";
import { dayFieldId } from "#web/cars/host/paper-days.ts";
import { PaperNotTaken } from "#web/cars/host/paper-not-taken.tsx";
import { PaperRow } from "#web/cars/host/paper-row.tsx";
import { partNames } from "#web/cars/host/part-words.ts";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";

const paperTypes = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf,.pdf";

/** The papers that a car on the road must have: a photo or PDF of each, and its last day. */
export function PapersStep() {
  return (
    <>
      <p className="muted">{m.host_papers_lead()}</p>
      {paperKinds.map((kind) => (
        <Paper key={kind} kind={kind} />
      ))}
      <div className="notice notice-info">
        <Icon name="lock" />
        <p>{m.host_papers_private()}</p>
      </div>
    </>
  );
}

function Paper({ kind }: { kind: PaperKind }) {
  const { state } = useOwnCarForm();
  const id = useId();
  const { lastDay, setLastDay, sending } = useCarFiles().papers[kind];
  const [lacksDay, setLacksDay] = useState(false);
  const papers = state.car.papers.filter((paper) => paper.kind === kind);
  const name = partNames[kind]();
  const today = useToday();
  const isSending = sending.state.step === "sending";
  const percent =
    sending.state.step === "sending" && sending.state.total > 0
      ? Math.floor((sending.state.done / sending.state.total) * 100)
      : 0;
  const choose = (file: File) => {
    const isMissing = lastDay === "" || hasExpired(lastDay, today);
    setLacksDay(isMissing);
    if (isMissing) document.getElementById(dayFieldId(kind))?.focus();
    else sending.send(file);
  };

  return (
    <section className="card stack" id={`car-${kind}`} tabIndex={-1} aria-labelledby={`${id}-name`}>
      <h3 className="h3" id={`${id}-name`}>
        {name}
      </h3>
      {papers.map((paper) => (
        <KeptPaper key={paper.id} carId={state.car.id} paper={paper} today={today} />
      ))}
      <div className="grid grid-cols-[minmax(10rem,14rem)_auto] items-start justify-start gap-x-4 gap-y-3 max-sm:grid-cols-1">
        <TextField
          id={dayFieldId(kind)}
          label={m.host_paper_last_day()}
          type="date"
          min={today}
          value={lastDay}
          error={lacksDay ? m.host_paper_day_missing() : undefined}
          onChange={({ currentTarget: { value } }) => {
            setLastDay(value);
            setLacksDay(false);
          }}
        />
        {isSending ? (
          <div className="stack sm:pt-7">
            <progress aria-label={name} max={100} {...(percent < 100 && { value: percent })} />
            <button className="btn btn-secondary btn-sm" type="button" onClick={sending.stop}>
              {m.admin_image_stop()}
            </button>
          </div>
        ) : (
          <p className="sm:pt-7">
            <input
              className="sr-only"
              id={`${id}-file`}
              type="file"
              accept={paperTypes}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                target.value = "";
                if (file) choose(file);
              }}
            />
            <label className="btn btn-secondary" htmlFor={`${id}-file`}>
              <Icon name={papers.length ? "refresh" : "plus"} />
              {papers.length ? m.host_paper_replace() : m.host_paper_choose()}
              <span className="sr-only"> {name}</span>
            </label>
          </p>
        )}
      </div>
      {sending.state.step === "failed" && (
        <PaperNotTaken error={sending.state.error} onRetry={sending.retry} onGiveUp={sending.stop} />
      )}
    </section>
  );
}

type KeptPaperProps = { carId: string; paper: CarPaper; today: string };

function KeptPaper({ carId, paper, today }: KeptPaperProps) {
  const date = showDate(paper.lastDay);
  const isOver = hasExpired(paper.lastDay, today);
  return (
    <PaperRow carId={carId} paper={paper}>
      <span className={`badge ${isOver ? "badge-bad" : paper.isAccepted ? "badge-good" : "badge-pending"}`}>
        {isOver ? m.host_paper_over() : paper.isAccepted ? m.host_paper_accepted() : m.host_paper_received()}
      </span>
      <span className="num">{m.host_paper_valid_until({ date })}</span>
    </PaperRow>
  );
}
