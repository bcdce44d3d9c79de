import { Link } from "react-router";
import { type WizardStep, wizardSteps } from "#domain/booking/wizard.ts";
import { stepOf } from "#web/booking/checkout/checkout-steps.tsx";
import { m } from "#web/paraglide/messages.js";
import { indexOf, stepAddress } from "./wizard-address.ts";

const names: Record<WizardStep, () => string> = {
  vehicle: m.wizard_step_vehicle,
  insurance: m.wizard_step_insurance,
  payment: m.wizard_step_payment,
  verification: m.wizard_step_verification,
  confirmation: m.wizard_step_confirmation,
};

/** The five steps. An answered step is a link back. */
export function WizardWay({ carId, step }: { carId: string; step: WizardStep }) {
  const now = indexOf(step);
  const isDone = step === "confirmation";
  return (
    <ol className="way mt-6 text-sm/[1.4] text-ink-faint" aria-label={m.wizard_steps()}>
      {wizardSteps.map((one, index) => (
        <li
          key={one}
          className={index < now ? "done" : undefined}
          aria-current={index === now ? "step" : undefined}
        >
          <span>
            <span className={stepOf}>{m.order_step_of({ step: index + 1, of: wizardSteps.length })}</span>
            {index < now && !isDone ? <Link to={stepAddress(carId, one)}>{names[one]()}</Link> : names[one]()}
          </span>
        </li>
      ))}
    </ol>
  );
}
