import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { HostCar } from "#contract/host-cars.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { type FormStep, formSteps, stepNames, stepOf } from "./form-steps.ts";
import styles from "./own-car.module.css";

/** The form's steps, each with its place or a check mark. On phones the row scrolls to the open one. */
export function StepsNav({ car, step }: { car: HostCar; step: FormStep }) {
  const row = useRef<HTMLOListElement>(null);
  const lacking = new Set(car.lacks.map(stepOf));
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && open)
      row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.clientWidth) / 2;
  }, [step]);
  return (
    <nav className={styles.steps} aria-label={m.host_steps()}>
      <ol ref={row}>
        {formSteps.map((one, at) => (
          <li key={one}>
            <Link to={`?step=${one}`} preventScrollReset aria-current={one === step ? "step" : undefined}>
              <span className={styles.place} aria-hidden="true">
                {isDone(one, lacking, car) ? <Icon name="check" /> : at + 1}
              </span>
              <span>
                {stepNames[one]()}
                {isDone(one, lacking, car) && <span className="sr-only"> {m.host_step_done()}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Whether a step is complete. `look` is never complete, and `submit` is once the car is submitted. */
const isDone = (step: FormStep, lacking: ReadonlySet<FormStep>, car: HostCar): boolean =>
  step === "look"
    ? false
    : step === "submit"
      ? car.state !== "draft" && car.state !== "declined"
      : !lacking.has(step);
