import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import type { HostCar } from "#contract/host-cars.ts";
import { newestYear } from "#domain/cars/cars.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { ApiError } from "#web/api.ts";
import { applicationQuery } from "#web/accounts/queries.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/own-car-page.ts";
import { CarActions } from "./car-actions.tsx";
import { StateBadge } from "./car-state.tsx";
import { CarFilesSender } from "./car-files.tsx";
import { CarStanding } from "./car-standing.tsx";
import { type FormStep, formSteps, isStep, stepNames, stepOf } from "./form-steps.ts";
import { ownCarName } from "./own-car-name.ts";
import { ownCarQuery } from "./queries.ts";
import { SaveState } from "./save-state.tsx";
import { shownField } from "./saver-state.ts";
import { CarStep } from "./steps/car-step.tsx";
import { LookStep } from "./steps/look-step.tsx";
import { PapersStep } from "./steps/papers-step.tsx";
import { PicturesStep } from "./steps/pictures-step.tsx";
import { PriceStep } from "./steps/price-step.tsx";
import { SubmitStep } from "./steps/submit-step.tsx";
import { WhereStep } from "./steps/where-step.tsx";
import { WordsStep } from "./steps/words-step.tsx";
import { StepsNav } from "./steps-nav.tsx";
import { OwnCarContext, useOwnCar } from "./use-own-car.ts";

export const meta = () => pageMeta({ title: m.host_nav_cars() });

/** One of the host's cars: its state, and its form with eight steps, which are saved while the host types. */
export default function OwnCarPage({ params: { id } }: Route.ComponentProps) {
  const { data: car, error, refetch } = useQuery(ownCarQuery(id));
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <div className="empty">
        <h1 className="h3">{m.host_car_missing()}</h1>
        <p>{m.host_car_missing_text()}</p>
        <Link className="btn btn-primary" to="/host/cars">
          {m.host_nav_cars()}
        </Link>
      </div>
    );
  if (!car) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <OwnCar key={car.id} opened={car} />
    </>
  );
}

// Both are other features' parts, for the car as renters will see it.
const RequestForm = lazyPart(() => import("#web/booking/request/request-form.tsx"), "RequestForm");
const CarReviews = lazyPart(() => import("#web/reviews/car-reviews.tsx"), "CarReviews");

const steps: Record<FormStep, () => ReactNode> = {
  car: CarStep,
  where: WhereStep,
  papers: PapersStep,
  pictures: PicturesStep,
  words: WordsStep,
  price: PriceStep,
  look: () => <LookStep RequestForm={RequestForm} CarReviews={CarReviews} />,
  submit: SubmitStep,
};

/** The step that opens first. A draft opens where something is missing, any other car at the first step. */
function firstStep({ state, lacks }: HostCar): FormStep {
  if (state !== "draft" && state !== "declined") return "car";
  const [part] = lacks;
  return part ? stepOf(part) : "submit";
}

function OwnCar({ opened }: { opened: HostCar }) {
  const { saver, state } = useOwnCar(opened);
  const { car } = state;
  const application = useQuery(applicationQuery).data;
  // Until the answer is known, nearly every user here is a host.
  const mayList = !application || application.status === "approved";
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [first] = useState(() => firstStep(opened));
  const [newest] = useState(() => newestYear(dateInLosAngeles(Date.now())));
  const wanted = search.get("step");
  const step = isStep(wanted) ? wanted : first;
  const Step = steps[step];
  const place = formSteps.indexOf(step);
  const [before, after] = [formSteps[place - 1], formSteps[place + 1]];
  const typed = (name: "brand" | "model" | "trim" | "year") => String(shownField(state, name));
  const name = ownCarName({
    brand: typed("brand"),
    model: typed("model"),
    trim: typed("trim"),
    year: typed("year"),
  });

  // A link to a missing part focuses its field, whichever step the field is in.
  useEffect(() => {
    if (!hash) return;
    const field = document.getElementById(hash.slice(1));
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [hash, step]);

  return (
    <OwnCarContext value={{ saver, state, newestYear: newest }}>
      <CarFilesSender saver={saver}>
        <header className="grid grid-cols-1 gap-3">
          <Link className="link back text-sm/[inherit] justify-self-start" to="/host/cars">
            <Icon name="back" />
            <span>{m.host_nav_cars()}</span>
          </Link>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <h1 className="h2 wrap-anywhere">{name}</h1>
            <StateBadge state={car.state} />
          </div>
          <CarStanding car={car} />
          <CarActions car={car} mayList={mayList} onChanged={saver.adopt} />
        </header>
        {car.state !== "retired" && (
          <>
            <StepsNav car={car} step={step} />
            <StepFrame
              // The page that renters will see has a form of its own, and one form can't be in another.
              isForm={step !== "look"}
              onGoOn={() => {
                void saver.leave();
                if (after) void navigate(`?step=${after}`);
              }}
            >
              <h2 className="h3">{stepNames[step]()}</h2>
              <Step />
            </StepFrame>
            <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-2.5 py-3 border-t border-line bg-fog">
              <SaveState saver={saver} state={state} />
              <p className="acts">
                {before && (
                  <Link className="btn btn-secondary" to={`?step=${before}`}>
                    {m.host_back()}
                  </Link>
                )}
                {after && (
                  <button className="btn btn-primary" type="submit" form={stepForm}>
                    {m.host_next({ step: stepNames[after]() })}
                  </button>
                )}
              </p>
            </div>
          </>
        )}
      </CarFilesSender>
    </OwnCarContext>
  );
}

const stepForm = "car-step";

type StepFrameProps = { isForm: boolean; onGoOn: () => void; children: ReactNode };

/** A step's fields, or what a step shows. Enter goes on to the next step, as the button does. */
function StepFrame({ isForm, onGoOn, children }: StepFrameProps) {
  const layout = "long-form grid grid-cols-1 gap-6";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onGoOn();
  };
  return (
    <>
      <form
        id={stepForm}
        className={isForm ? layout : undefined}
        hidden={!isForm}
        noValidate
        onSubmit={onSubmit}
      >
        {isForm && children}
      </form>
      {!isForm && <div className={layout}>{children}</div>}
    </>
  );
}
