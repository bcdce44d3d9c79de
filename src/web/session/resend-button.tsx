import { useEffect, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "./failure-words.ts";

/** Seconds between two emails of the same kind to one address. */
const pause = 60;

/**
 * Sends an email again, at most once a minute, and says that it was sent. The button starts paused if an email has
 * just gone out.
 */
export function ResendButton({
  label,
  send,
  startsPaused,
}: {
  label: string;
  send: () => Promise<void>;
  startsPaused?: boolean;
}) {
  const [left, setLeft] = useState(startsPaused ? pause : 0);
  const [said, setSaid] = useState("");
  const isWaiting = left > 0;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const press = async () => {
    if (isWaiting) return;
    setLeft(pause);
    try {
      await send();
      setSaid(m.auth_resent());
    } catch (error) {
      setLeft(0);
      setSaid(sessionErrorWords(error));
    }
  };

  return (
    <div className="grid justify-items-start gap-2">
      <button
        className="btn btn-secondary btn-sm"
        type="button"
        aria-disabled={isWaiting || undefined}
        onClick={() => void press()}
      >
        {isWaiting ? m.auth_resend_wait({ seconds: left }) : label}
      </button>
      <p className="small muted" role="status">
        {said}
      </p>
    </div>
  );
}
