import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

/** The id of the step's form, which its buttons submit. */
export const stepForm = "wizard-step";

type StepFrameProps = {
  heading: string;
  lead: ReactNode;
  /** How long the car is held. */
  clock: ReactNode;
  /** What stands in the way. */
  notices: ReactNode;
  children: ReactNode;
  /** Where Previous leads; the first step has no step before. */
  previous: string | undefined;
  next: ReactNode;
};

/** One step: its question, what there is to answer, and the way on and back. */
export function StepFrame({ heading, lead, clock, notices, children, previous, next }: StepFrameProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);

  // A new step is read from its beginning; the page itself opens where the browser says.
  useEffect(() => {
    if (!isFirst.current) title.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [heading]);

  return (
    <div className="grid grid-cols-1 gap-10">
      <header className="stack">
        <h1 className="h2" tabIndex={-1} ref={title}>
          {heading}
        </h1>
        <p className="muted">{lead}</p>
        {clock}
      </header>
      {notices}
      {children}
      <div className="flow-foot">
        {previous ? (
          <Link className="btn btn-secondary" to={previous}>
            {m.wizard_previous()}
          </Link>
        ) : (
          <button className="btn btn-secondary" type="button" disabled>
            {m.wizard_previous()}
          </button>
        )}
        {next}
      </div>
    </div>
  );
}

/** Sends the step's form. It stands twice: below the form, and in the bar of a narrow screen. */
export function NextButton({
  isSending,
  isLast = false,
  isRequest = false,
  isReady = true,
  describedBy,
}: {
  isSending: boolean;
  isLast?: boolean;
  /** Whether its last step asks the host of the car. */
  isRequest?: boolean;
  isReady?: boolean;
  /** What says why it is not ready. */
  describedBy?: string | undefined;
}) {
  const last = isRequest ? m.wizard_send_request : m.wizard_complete;
  const words = isLast ? last() : m.wizard_next();
  const sending = isLast ? m.wizard_completing() : m.wizard_saving();
  return (
    <button
      className="btn btn-primary"
      type="submit"
      form={stepForm}
      disabled={!isReady}
      aria-describedby={describedBy}
      aria-busy={isSending || undefined}
      aria-disabled={isSending || undefined}
    >
      {isSending && <span className="moon-spin" aria-hidden="true" />}
      {isSending ? sending : words}
      {!isSending && !isLast && <Icon name="arrow" />}
    </button>
  );
}
