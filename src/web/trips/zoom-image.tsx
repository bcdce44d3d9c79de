import { useState } from "react";
import type { ConditionImage } from "#contract/trips.ts";
import { m } from "#web/paraglide/messages.js";
import { ModalHead, useModal, whenClosed } from "#web/ui/modal.tsx";
import type { ImagePlace } from "./queries.ts";
import { SlotImage } from "./slot.tsx";

const widths = [100, 200, 350];

type Props = { place: ImagePlace; image: ConditionImage; title: string; onClose: () => void };

/** One photo by itself, which can be enlarged and reduced. */
export function ZoomImage({ place, image, title, onClose }: Props) {
  const dialog = useModal();
  const [step, setStep] = useState(0);

  return (
    <dialog
      className="dialog w-[min(72rem,96vw)] max-w-none"
      ref={dialog}
      aria-labelledby="condition-zoom"
      onClose={whenClosed(onClose)}
    >
      <ModalHead dialog={dialog}>
        <div>
          <h2 className="h4" id="condition-zoom">
            {title}
          </h2>
          {image.takenAt && (
            <p className="small muted num">
              {m.condition_taken({ when: image.takenAt.slice(0, 16).replace("T", " ") })}
            </p>
          )}
        </div>
      </ModalHead>
      <div
        className="max-h-[70vh] overflow-auto rounded-md bg-sunken [&_img]:h-auto"
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is larger than its frame is looked around in by the arrow keys
        tabIndex={0}
        aria-label={title}
      >
        <div style={{ width: `${widths[step]}%` }}>
          <SlotImage place={place} image={image} />
        </div>
      </div>
      <div className="acts">
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-disabled={step === widths.length - 1 || undefined}
          onClick={() => setStep(Math.min(step + 1, widths.length - 1))}
        >
          {m.condition_zoom_in()}
        </button>
        <button
          className="btn btn-secondary btn-sm"
          type="button"
          aria-disabled={step === 0 || undefined}
          onClick={() => setStep(Math.max(step - 1, 0))}
        >
          {m.condition_zoom_out()}
        </button>
      </div>
    </dialog>
  );
}
