import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import type { ChangeQuote } from "#contract/changes.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { ChangePrice } from "#web/changes/change-price.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { orderReviewQuery } from "#web/reviews/queries.ts";
import { ReviewForm } from "#web/reviews/review-form.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ConditionFrame } from "./condition-frame.tsx";
import styles from "./condition.module.css";
import { conditionQuery, orderPageOf } from "./queries.ts";
import { RecordMaker } from "./record-maker.tsx";
import type { ConditionState } from "./use-record.ts";
import { ReturnFirst } from "./return-first.tsx";

export const meta = () => pageMeta({ title: m.condition_complete_title() });

const steps = ["photos", "review", "done"] as const;
type Step = (typeof steps)[number];
type ReviewState = { isOpen: boolean; review: unknown };
const stepNames: Record<Step, () => string> = {
  photos: m.condition_step_photos,
  review: m.condition_step_review,
  done: m.condition_step_done,
};

/** The return: four photos and the reading, then the review, then done. */
export default function TripCompletePage() {
  const { tripId = "" } = useParams();
  const [search] = useSearchParams();
  const query = useQuery(conditionQuery(tripId));
  const review = useQuery(orderReviewQuery(tripId));
  const [chosen, setChosen] = useState<Step>();
  return (
    <ConditionFrame orderId={tripId} query={query} title={m.condition_complete_title()}>
      {(state) => {
        const isOver = state.status === "completed";
        const earlier = earlierIn(state, Number(search.get("stretch")));
        const adds = search.has("add") || earlier !== undefined;
        const step = chosen ?? (isOver && !adds ? afterReturn(review.data) : "photos");
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
                earlier={earlier}
                onDone={async (by) => {
                  const { data } = await review.refetch();
                  setChosen(by !== "longbay" && data?.isOpen ? "review" : "done");
                }}
              />
            )}
            {step === "review" && (
              <ReviewForm
                orderId={tripId}
                side={state.reader === "host" ? "host" : "renter"}
                isBlind={review.data?.isBlind ?? false}
                onDone={() => setChosen("done")}
              />
            )}
            {step === "done" && <Done orderId={tripId} reader={state.reader} isOver={isOver} />}
          </>
        );
      }}
    </ConditionFrame>
  );
}

/** The step after a recorded return: the review, while it may be written. */
const afterReturn = (review: ReviewState | undefined): Step =>
  review?.isOpen ? "review" : review?.review ? "done" : "photos";

type Earlier = ConditionState["stretches"][number];

/** The earlier car of the rental that the address names. */
const earlierIn = ({ stretches }: ConditionState, wanted: number): Earlier | undefined =>
  stretches.slice(0, -1).find(({ number, isWithoutCar }) => number === wanted && !isWithoutCar);

type PhotosProps = {
  orderId: string;
  state: ConditionState;
  earlier: Earlier | undefined;
  onDone: (by: ConditionState["reader"]) => Promise<void>;
};

/** First shows the price of a return before the rental's end, then the photos; sending the photos accepts both. */
function Photos({ orderId, state, earlier, onDone }: PhotosProps) {
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const date = showDate(state.returnDate);
  if (!state.open.includes("return")) return <Notice>{m.condition_not_now()}</Notice>;
  const isRunning = state.status === "in_progress" && state.returnEnds && !earlier;
  const record = (earlyTotal?: string, askAgain?: () => void) => (
    <>
      {isRunning && today > state.returnDate && (
        <Notice kind="warn">{m.condition_overdue_note({ date })}</Notice>
      )}
      {earlier && <Notice>{m.condition_earlier_car({ car: shownCarName(earlier.carName) })}</Notice>}
      <p className="muted">
        {state.reader === "renter" ? m.condition_complete_lead() : m.condition_complete_lead_admin()}
      </p>
      <p className="muted">{m.condition_photos_lead()}</p>
      <RecordMaker
        orderId={orderId}
        kind="return"
        state={state}
        stretch={earlier?.number}
        finish={finishWords(isRunning, earlyTotal)}
        earlyTotal={earlyTotal}
        onPriceMoved={askAgain}
        onFinished={({ by }) => void onDone(by)}
      />
    </>
  );
  return isRunning && state.reader !== "host" ? (
    <ReturnFirst
      orderId={orderId}
      returnDate={state.returnDate}
      isRenter={state.reader === "renter"}
      showPrice={showPrice}
    >
      {record}
    </ReturnFirst>
  ) : (
    record()
  );
}

const showPrice = (quote: ChangeQuote) => <ChangePrice quote={quote} isOwed />;

function finishWords(isRunning: boolean, earlyTotal: string | undefined): string {
  if (!isRunning) return m.condition_finish_added();
  return earlyTotal === undefined
    ? m.condition_finish_return()
    : m.condition_finish_early({ total: showMoney(earlyTotal) });
}

type DoneProps = { orderId: string; reader: ConditionState["reader"]; isOver: boolean };

function Done({ orderId, reader, isOver }: DoneProps) {
  const isRenter = reader === "renter";
  const continuing = isRenter ? m.condition_done_goes_on() : m.condition_done_goes_on_admin();
  return (
    <section className="card stack" aria-labelledby="condition-done">
      <h2 className="h3" id="condition-done">
        {isOver ? m.condition_done_title() : m.condition_done_goes_on_title()}
      </h2>
      <p>{isOver ? (isRenter ? m.condition_done_text() : m.condition_done_text_admin()) : continuing}</p>
      <p>
        <Link className="btn btn-primary" to={orderPageOf(reader, orderId)}>
          {isRenter ? m.condition_to_trip() : m.condition_to_order()}
        </Link>
      </p>
    </section>
  );
}
