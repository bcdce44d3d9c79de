import { m } from "#web/paraglide/messages.js";

const steps = [
  { id: "plan", name: m.order_step_plan },
  { id: "details", name: m.order_step_details },
  { id: "payment", name: m.order_step_payment },
  { id: "done", name: m.order_step_done },
];

/** The number of the step, shown on narrow screens, where the other steps have no names. */
export const stepOf = "md:hidden me-[0.35em] font-text text-ink-soft [:lang(zh)_&]:me-0";

/** The renter's place between choosing a plan and the order: `step` 2 is the renter's details, 3 the payment. */
export function Way({ step }: { step: 2 | 3 }) {
  return (
    <ol className="way mt-6 max-w-176 text-sm/[1.4] text-ink-faint" aria-label={m.order_steps()}>
      {steps.map(({ id, name }, index) => (
        <li
          key={id}
          className={index + 1 < step ? "done" : undefined}
          aria-current={index + 1 === step ? "step" : undefined}
        >
          <span>
            <span className={stepOf}>{m.order_step_of({ step: index + 1, of: steps.length })}</span>
            {name()}
          </span>
        </li>
      ))}
    </ol>
  );
}
