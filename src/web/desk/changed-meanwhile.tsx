import type { FleetCar } from "#contract/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { fieldWord } from "./car-form.tsx";
import { changedFields } from "./car-values.ts";

/** Somebody saved first: what they changed, and the two ways on. Neither is taken by itself. */
export function ChangedMeanwhile({ opened, now, onMine, onTheirs }: { opened: FleetCar; now: FleetCar; onMine: () => void; onTheirs: () => void }) {
  const pictures = opened.images.join("\n") === now.images.join("\n") ? [] : [{ field: m.desk_car_pictures(), value: String(now.images.length) }];
  const changes = [...changedFields(opened, now).map(({ field, value }) => ({ field: fieldWord(field), value })), ...pictures];
  return (
    <Notice kind="warn" isAlert>
      <b>{m.desk_car_stale_title()}</b>
      <p>{m.desk_car_stale_text()}</p>
      <ul>
        {changes.map(({ field, value }) => (
          <li key={field}>{m.desk_car_stale_field({ field, value: value || m.desk_car_empty_value() })}</li>
        ))}
      </ul>
      <div className="acts">
        <button className="btn btn-secondary btn-sm" type="button" onClick={onMine}>
          {m.desk_car_stale_mine()}
        </button>
        <button className="btn btn-secondary btn-sm" type="button" onClick={onTheirs}>
          {m.desk_car_stale_theirs()}
        </button>
      </div>
    </Notice>
  );
}
