type FormActsProps = { send: string; isSending: boolean; leave: string; onLeave: () => void };

/** The button that sends a form, and beside it the button that leaves it. */
export const FormActs = ({ send, isSending, leave, onLeave }: FormActsProps) => (
  <p className="acts">
    <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
      {send}
    </button>
    <button className="btn btn-quiet" type="button" onClick={onLeave}>
      {leave}
    </button>
  </p>
);
