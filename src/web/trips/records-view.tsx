import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ConditionRecord } from "#contract/trips.ts";
import type { ShownStretch } from "#contract/stretches.ts";
import {
  type ConditionSide,
  type ConditionSlot,
  conditionSlots,
  milesUsed,
} from "#domain/trips/condition.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { m } from "#web/paraglide/messages.js";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { Notice } from "#web/ui/notice.tsx";
import { conditionCheckQuery } from "./queries.ts";
import { SlotImage } from "./slot.tsx";
import { findingWords, slotNames } from "./words.ts";
import { ZoomImage } from "./zoom-image.tsx";

type Props = {
  orderId: string;
  records: readonly ConditionRecord[];
  included: number;
  stretches: readonly ShownStretch[];
};

/** The finished records side by side, before and after. Each photo can be enlarged. */
export function RecordsView({ orderId, records, included, stretches }: Props) {
  const kindName = (record: ConditionRecord) => nameOf(record, records, stretches);
  const [zoomed, setZoomed] = useState<{ record: ConditionRecord; slot: ConditionSlot }>();
  const image = zoomed?.record.images.find(({ slot }) => slot === zoomed.slot);
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-y-6 gap-x-4">
        {records.map((record) => (
          <article key={record.id} className="grid gap-3 content-start min-w-0">
            <Heading record={record} name={kindName(record)} />
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-2.5">
              {conditionSlots.map((slot) => {
                const shown = record.images.find((each) => each.slot === slot);
                const name = `${slotNames[slot]()}, ${kindName(record)}`;
                return (
                  shown && (
                    <figure className="grid gap-1" key={slot}>
                      <button
                        className="grid place-items-center w-full aspect-4/3 overflow-hidden border border-line rounded-md bg-sunken cursor-zoom-in"
                        type="button"
                        aria-label={m.condition_enlarge({ name })}
                        onClick={() => setZoomed({ record, slot })}
                      >
                        <SlotImage place={{ orderId, recordId: record.id, slot }} image={shown} />
                      </button>
                      <figcaption className="small">{slotNames[slot]()}</figcaption>
                    </figure>
                  )
                );
              })}
            </div>
            {record.remark && (
              <p className="ps-3 border-s-3 border-line wrap-anywhere whitespace-pre-line text-sm/[inherit]">
                {record.remark}
              </p>
            )}
          </article>
        ))}
      </div>
      <Driven records={records} included={included} />
      <Check orderId={orderId} count={records.length} />
      {zoomed && image && (
        <ZoomImage
          place={{ orderId, recordId: zoomed.record.id, slot: zoomed.slot }}
          image={image}
          title={`${slotNames[zoomed.slot]()}, ${kindName(zoomed.record)}`}
          onClose={() => setZoomed(undefined)}
        />
      )}
    </div>
  );
}

const madeBy: Record<ConditionSide, (about: { when: string; brand: string }) => string> = {
  renter: m.condition_by_renter,
  host: m.condition_by_host,
  longbay: m.condition_by_us,
};

/** The name of a record; with the name of the car if the rental has had several. */
function nameOf(
  { id, kind, stretch }: ConditionRecord,
  records: readonly ConditionRecord[],
  stretches: readonly ShownStretch[],
): string {
  const first = records.find((record) => record.kind === "pickup" && record.stretch === stretch);
  const added = first?.id === id ? m.condition_pickup() : m.condition_added();
  const name = kind === "return" ? m.condition_return() : added;
  const car = stretches.length > 1 && stretches.find(({ number }) => number === stretch)?.carName;
  return car ? m.condition_of_car({ name, car: shownCarName(car) }) : name;
}

function Heading({ record, name }: { record: ConditionRecord; name: string }) {
  const when = record.finishedAt ? showMomentInLosAngeles(record.finishedAt) : "";
  return (
    <header>
      <h3 className="h4">{name}</h3>
      <p className="small muted break-keep">{madeBy[record.by]({ when, brand: brandName() })}</p>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2 text-sm/[inherit] [&_dt]:text-xs/[inherit] [&_dt]:text-ink-faint">
        <div>
          <dt>{m.condition_odometer()}</dt>
          <dd className="num">{m.condition_miles({ miles: showNumber(record.odometer ?? 0) })}</dd>
        </div>
        <div>
          <dt>{m.condition_fuel()}</dt>
          <dd className="num">{m.condition_eighths({ eighths: String(record.fuelEighths ?? 0) })}</dd>
        </div>
      </dl>
    </header>
  );
}

/** The miles that were driven, by the latest readings, beside those that the rental includes. */
function Driven({ records, included }: Pick<Props, "records" | "included">) {
  const used = milesUsed(records);
  if (used === undefined) return null;
  return (
    <p className="num">{m.condition_driven({ miles: showNumber(used), included: showNumber(included) })}</p>
  );
}

function Check({ orderId, count }: { orderId: string; count: number }) {
  const { data, error } = useQuery(conditionCheckQuery(orderId, count));
  if (!data)
    return error ? (
      <p className="small muted">{m.condition_check_failed()}</p>
    ) : (
      <p className="small muted" role="status">
        {m.condition_check_under_way()}
      </p>
    );
  if (data.isWhole) return <Notice kind="good">{m.condition_check_whole()}</Notice>;
  return (
    <Notice kind="bad" isAlert>
      <p>{m.condition_check_broken()}</p>
      <ul>
        {data.findings.map((found) => (
          <li key={`${found.what} ${found.recordId} ${found.slot ?? ""}`}>{findingWords(found)}</li>
        ))}
      </ul>
    </Notice>
  );
}
