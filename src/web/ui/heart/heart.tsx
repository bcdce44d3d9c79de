import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { heartsEvent } from "./saved-store.ts";

const askForState = () => void window.dispatchEvent(new Event(heartsEvent));

/** Saves a car. The head script `inline/saved.ts` shows whether the car is saved, and handles the press. */
export function Heart({ carId, name }: { carId: string; name: string }) {
  return (
    <button
      className="heart needs-script"
      type="button"
      data-save-car={carId}
      aria-pressed="false"
      aria-label={m.saved_heart({ name })}
      ref={askForState}
      suppressHydrationWarning
    >
      <Icon name="heart" />
    </button>
  );
}
