import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { addDays, dateInLosAngeles, formatDate } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { orderReviewQuery } from "#web/reviews/queries.ts";
import { ReviewForm } from "#web/reviews/review-form.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ConditionFrame } from "./condition-frame.tsx";
import styles from "./condition.module.css";
import { conditionQuery } from "./queries.ts";
import { type ConditionState, RecordMaker } from "./record-maker.tsx";

export const meta = () => pageMeta({ title: m.condition_complete_title() });

const steps = ["photos", "review", "done"] as const;
type Step = (typeof steps)[number];
const stepNames: Record<Step, () => string> = {
  photos: m.condition_step_photos,
  review: m.condition_step_review,
  done: m.condition_step_done,
};

/** The return: four photos and the reading, then the review, then done. */
export default function TripCompletePage() {
  const { tripId = "" } = useParams();
  const query = useQuery(conditionQuery(tripId));
  const review = useQuery(orderReviewQuery(tripId));
  const [chosen, setChosen] = useState<Step>();
  return (
    <ConditionFrame orderId={tripId} query={query} title={m.condition_complete_title()}>
      {(state) => {
        const isOver = state.status === "completed";
        const step =
          chosen ??
          (isOver && review.data?.isOpen ? "review" : isOver && review.data?.review ? "done" : "photos");
        return (
          <>
            <ol className={`${styles.steps} flex flex-wrap gap-x-6 gap-y-2 text-ink-soft text-sm/[inherit]`}>
              {steps.map((each) => (
                <li key={each} aria-current={each === step ? "step" : undefined}>
                  {stepNames[each]()}
                </li>
              ))}
            </ol>
            {step === "photos" && (
              <Photos
                orderId={tripId}
                state={state}
                onDone={async (by) => {
                  const { data } = await review.refetch();
                  setChosen(by === "renter" && data?.isOpen ? "review" : "done");
                }}
              />
            )}
            {step === "review" && <ReviewForm orderId={tripId} onDone={() => setChosen("done")} />}
            {step === "done" && <Done orderId={tripId} />}
          </>
        );
      }}
    </ConditionFrame>
  );
}

type PhotosProps = {
  orderId: string;
  state: ConditionState;
  onDone: (by: "renter" | "longbay") => Promise<void>;
};

/** Before the day before the return date it is an early return, which is asked about first. */
function Photos({ orderId, state, onDone }: PhotosProps) {
  const [isSure, setSure] = useState(false);
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const date = formatDate(state.returnDate, currentLanguage());
  if (!state.open.includes("return")) return <Notice>{m.condition_not_now()}</Notice>;
  const isRunning = state.status === "in_progress";
  if (isRunning && !isSure && today < addDays(state.returnDate, -1))
    return (
      <section className="card stack" aria-labelledby="condition-early">
        <h2 className="h3" id="condition-early">
          {m.condition_early_title({ date })}
        </h2>
        <p>{m.condition_early_text()}</p>
        <p>
          <button className="btn btn-primary" type="button" onClick={() => setSure(true)}>
            {m.condition_early_yes()}
          </button>
        </p>
      </section>
    );
  return (
    <>
      {isRunning && today > state.returnDate && (
        <Notice kind="warn">{m.condition_overdue_note({ date })}</Notice>
      )}
      <p className="muted">{m.condition_complete_lead()}</p>
      <p className="muted">{m.condition_photos_lead()}</p>
      <RecordMaker
        orderId={orderId}
        kind="return"
        state={state}
        finish={isRunning ? m.condition_finish_return() : m.condition_finish_added()}
        onFinished={({ by }) => void onDone(by)}
      />
    </>
  );
}

function Done({ orderId }: { orderId: string }) {
  return (
    <section className="card stack" aria-labelledby="condition-done">
      <h2 className="h3" id="condition-done">
        {m.condition_done_title()}
      </h2>
      <p>{m.condition_done_text()}</p>
      <p>
        <Link className="btn btn-primary" to={`/dashboard/trips/${orderId}`}>
          {m.condition_to_trip()}
        </Link>
      </p>
    </section>
  );
}
