import { useEffect, useState } from "react";
import { dateFormat } from "#domain/date-format.ts";
import { countdownFrom } from "#domain/booking/wizard.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

const second = 1000;
/** The numbers of minutes left at which a screen reader announces the remaining time. */
const announcedMinutes = [10, 5, 2, 1];

const clock = "inline-flex items-center gap-2 w-fit text-sm tabular-nums [&>.i]:size-4.5";
const soon = "px-3.5 py-1.5 border-[1.5px] border-bridge rounded-full text-ink font-title";

/** The time until which the car is held; a countdown for the last ten minutes. */
export function HoldClock({ endsAt, onEnd }: { endsAt: number; onEnd: () => void }) {
  const left = useLeft(endsAt, onEnd);
  const isCounting = left <= countdownFrom;
  const minutes = announcedMinutes.findLast((mark) => left <= mark * 60 * second);
  return (
    <>
      <p className={`${clock} ${isCounting ? soon : "text-ink-soft"}`}>
        <Icon name="clock" />
        <span aria-hidden={isCounting || undefined}>
          {isCounting
            ? m.wizard_held_left({ time: clockWords(left) })
            : m.wizard_held_until({ time: hourOf(endsAt) })}
        </span>
      </p>
      <p className="sr-only" aria-live="polite">
        {isCounting && minutes !== undefined && announce(minutes)}
      </p>
    </>
  );
}

const announce = (minutes: number): string =>
  minutes === 1 ? m.wizard_held_last_minute() : m.wizard_held_minutes({ minutes });

/** Milliseconds left, updated every second once the countdown runs. */
function useLeft(endsAt: number, onEnd: () => void): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, endsAt - now);
  useEffect(() => {
    if (left === 0) return onEnd();
    const wait = left > countdownFrom ? left - countdownFrom : left % second || second;
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- counts by the clock alone
  }, [left, endsAt]);
  return left;
}

function clockWords(left: number): string {
  const seconds = Math.ceil(left / second);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** In the time zone of the renter, who looks at their own clock meanwhile. */
const hourOf = (instant: number): string =>
  dateFormat(currentLanguage(), { hour: "numeric", minute: "2-digit" }).format(instant);
