import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ConditionImage, ConditionRecord } from "#contract/trips.ts";
import type { ConditionSlot } from "#domain/trips/condition.ts";
import { PictureInput } from "#web/files/picture-input.tsx";
import { isFileRefused } from "#web/files/is-file-refused.ts";
import { useSending } from "#web/files/use-sending.ts";
import { m } from "#web/paraglide/messages.js";
import { sendFiles } from "#web/send-files.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./condition.module.css";
import { Outline } from "./outline.tsx";
import { conditionImageQuery, imageAddress, type ImagePlace } from "./queries.ts";
import { imageErrorWords, slotHints, slotNames } from "./words.ts";

type Props = {
  orderId: string;
  slot: ConditionSlot;
  recordId: string | undefined;
  image: ConditionImage | undefined;
  /** Returns the id of the image's record, and begins the record if needed. */
  record: () => Promise<string>;
  onSent: (record: ConditionRecord) => void;
};

/** One photo to be taken: what it should show, its upload progress, and then the photo itself. */
export function Slot({ orderId, slot, recordId, image, record, onSent }: Props) {
  const id = useId();
  const { state, send, retry } = useSending(async (file, { signal, onProgress }) => {
    const place = { orderId, recordId: await record(), slot };
    const form = new FormData();
    form.append("file", file);
    onSent(
      await sendFiles<ConditionRecord>(imageAddress(place), form, { method: "PUT", signal, onProgress }),
    );
  });
  const name = slotNames[slot]();
  const isSending = state.step === "sending";
  const isSent = isSending && state.total > 0 && state.done >= state.total;
  const percent = isSending && state.total > 0 ? Math.floor((state.done / state.total) * 100) : 0;

  const input = (suffix: string, props: { capture?: "environment" } = {}) => (
    <PictureInput
      id={id + suffix}
      aria-disabled={isSending || undefined}
      onClick={(event) => isSending && event.preventDefault()}
      onFile={send}
      {...props}
    />
  );

  return (
    <section className="grid gap-2 content-start min-w-0" aria-labelledby={`${id}-name`}>
      <div className="picture-place aspect-4/3" data-filled={image ? "" : undefined}>
        {image && recordId ? (
          <SlotImage place={{ orderId, recordId, slot }} image={image} />
        ) : (
          <span className="w-[62%] text-ink-faint [&_svg]:w-full">
            <Outline slot={slot} />
          </span>
        )}
        {isSending && (
          <div className="absolute inset-x-0 bottom-0 grid gap-1 bg-surface px-3 py-2.5">
            <progress
              aria-label={`${name}: ${isSent ? m.condition_keeping() : m.condition_sending({ percent: String(percent) })}`}
              max={100}
              {...(!isSent && { value: percent })}
            />
            <p className="num small" role="status">
              {isSent ? m.condition_keeping() : m.condition_sending({ percent: String(percent) })}
            </p>
          </div>
        )}
        {image && !isSending && (
          <span className="badge badge-good absolute top-2 start-2">
            <Icon name="check" />
            {m.condition_kept()}
          </span>
        )}
      </div>
      <div className="flex items-center justify-between gap-3 text-sm/[inherit]">
        <p>
          <b id={`${id}-name`}>{name}</b>
          <br />
          <span className="small muted">{slotHints[slot]()}</span>
        </p>
        {/* The buttons stay while a photo is sent, so that the focus stays too. */}
        <span
          className={`${styles.buttons} flex flex-wrap items-center gap-3 flex-none ${isSending ? "opacity-45 pointer-events-none" : ""}`}
        >
          <span className="hidden pointer-coarse:block">
            {input("-camera", { capture: "environment" })}
            <label className="btn btn-secondary btn-sm" htmlFor={`${id}-camera`}>
              {image ? m.condition_replace() : m.condition_photo()}
              <span className="sr-only"> {name}</span>
            </label>
          </span>
          <span className="pointer-coarse:hidden">
            {input("-file")}
            <label className="btn btn-secondary btn-sm" htmlFor={`${id}-file`}>
              {image ? m.condition_replace() : m.condition_choose()}
              <span className="sr-only"> {name}</span>
            </label>
          </span>
        </span>
      </div>
      {state.step === "failed" && (
        <div className="stack" role="alert">
          <p className="error">
            <Icon name="alert" />
            {imageErrorWords(state.error)}
          </p>
          {!isFileRefused(state.error) && (
            <p>
              <button className="btn btn-secondary btn-sm" type="button" onClick={retry}>
                <Icon name="refresh" />
                {m.account_retry()}
              </button>
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** The picture of an image, once it is loaded. */
export function SlotImage({ place, image }: { place: ImagePlace; image: ConditionImage }) {
  const { data, error, refetch } = useQuery(conditionImageQuery(place, image.storedHash));
  if (data) return <img className="size-full object-cover" src={data} alt={slotNames[place.slot]()} />;
  if (!error)
    return (
      <p className="grid justify-items-center gap-2 p-4 text-ink-soft text-sm/[inherit]" role="status">
        <span className="moon-spin" aria-hidden="true" />
        <span className="sr-only">{m.condition_image_coming()}</span>
      </p>
    );
  return (
    <p className="grid justify-items-center gap-2 p-4 text-ink-soft text-sm/[inherit]">
      {m.condition_image_failed()}{" "}
      <button className="btn btn-secondary btn-sm" type="button" onClick={() => void refetch()}>
        {m.account_retry()}
      </button>
    </p>
  );
}
