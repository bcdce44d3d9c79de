import type { FleetCar } from "#contract/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { type CarWords, fieldWord } from "./car-form.tsx";
import { type CarField, changedFields } from "./car-values.ts";

type ChangedMeanwhileProps = { opened: FleetCar; now: FleetCar; words: CarWords; onMine: () => void; onTheirs: () => void };

/** Somebody saved first: what they changed, and the two ways on. Neither is taken by itself. */
export function ChangedMeanwhile({ opened, now, words, onMine, onTheirs }: ChangedMeanwhileProps) {
  const shown = (field: CarField, value: string): string => {
    if (field === "category") return words.category(now.category);
    if (field === "transmission") return words.transmission(now.transmission);
    return field === "bodyStyle" ? words.bodyStyle(now.bodyStyle) : value;
  };
  const yesOrNo = (isOn: boolean): string => (isOn ? m.desk_car_yes() : m.desk_car_no());
  const changes = [
    ...changedFields(opened, now).map(({ field, value }) => ({ field: fieldWord(field), value: shown(field, value) })),
    ...(opened.available === now.available ? [] : [{ field: m.desk_car_available(), value: yesOrNo(now.available) }]),
    ...(opened.carplay === now.carplay ? [] : [{ field: m.desk_car_carplay(), value: yesOrNo(now.carplay) }]),
    ...(picturesOf(opened) === picturesOf(now) ? [] : [{ field: m.desk_car_pictures(), value: String(now.images.length) }]),
  ];
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

/** Which pictures, in which order, and what stands for each. */
const picturesOf = ({ images, pictureTexts }: FleetCar): string => JSON.stringify(images.map((image) => [image, pictureTexts[image] ?? ""]));
