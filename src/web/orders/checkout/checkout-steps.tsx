import { m } from "#web/paraglide/messages.js";

const steps = [
  { id: "plan", name: m.order_step_plan },
  { id: "details", name: m.order_step_details },
  { id: "payment", name: m.order_step_payment },
  { id: "done", name: m.order_step_done },
];

/** Where one is between choosing a plan and the order: `step` 2 is one's details, 3 the payment. */
export function Way({ step }: { step: 2 | 3 }) {
  return (
    <ol className="way" aria-label={m.order_steps()}>
      {steps.map(({ id, name }, index) => (
        <li
          key={id}
          className={index + 1 < step ? "done" : undefined}
          aria-current={index + 1 === step ? "step" : undefined}
        >
          <span>
            <span className="n">{m.order_step_of({ step: index + 1, of: steps.length })}</span>
            {name()}
          </span>
        </li>
      ))}
    </ol>
  );
}
