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
  /** Notices about everything that keeps the booking from going on. */
  notices: ReactNode;
  children: ReactNode;
  /** The address that Previous leads to. The first step has none. */
  previous: string | undefined;
  next: ReactNode;
};

/** The frame of one step: its question, its form, and the buttons on and back. */
export function StepFrame({ heading, lead, clock, notices, children, previous, next }: StepFrameProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);

  // A new step takes the focus, so that it is read from its beginning. The first page view leaves the focus alone.
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

/** Submits the step's form. The button appears twice: below the form, and in the bar of a narrow screen. */
export function NextButton({
  isSending,
  isLast = false,
  isRequest = false,
  isReady = true,
  describedBy,
}: {
  isSending: boolean;
  isLast?: boolean;
  /** Whether the last step sends a request to the car's host. */
  isRequest?: boolean;
  isReady?: boolean;
  /** The id of the text that explains why the button isn't ready. */
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
