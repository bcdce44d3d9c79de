import { useState } from "react";
import type { CarBody, FleetCar } from "#contract/admin/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { fieldWord } from "./car-form-errors.ts";
import { type CarWords } from "./car-form.tsx";
import { type CarDifference, differencesOf, mergedBody, type MergeSide } from "./merge-car.ts";

type ChangedMeanwhileProps = {
  opened: FleetCar;
  now: FleetCar;
  wanted: CarBody;
  words: CarWords;
  onSave: (body: CarBody) => void;
  onTheirs: () => void;
};

/**
 * Somebody saved first: field by field, theirs or mine. What only one of the two changed is taken from that
 * one beforehand.
 */
export function ChangedMeanwhile({ opened, now, wanted, words, onSave, onTheirs }: ChangedMeanwhileProps) {
  const differences = differencesOf(opened, now, wanted);
  const [chosen, setChosen] = useState<Readonly<Record<string, MergeSide>>>({});
  const sideOf = ({ field, usual }: CarDifference): MergeSide => chosen[field] ?? usual;
  const sides = Object.fromEntries(differences.map((difference) => [difference.field, sideOf(difference)]));

  return (
    <Notice kind="warn" isAlert>
      <b>{m.admin_car_stale_title()}</b>
      <p>{m.admin_car_stale_text()}</p>
      {differences.map((difference) => (
        <fieldset className="my-3" key={difference.field}>
          <legend className="font-label">{nameOf(difference)}</legend>
          {(["mine", "theirs"] as const).map((side) => (
            <label className="choice" key={side}>
              <input
                type="radio"
                name={`side-${difference.field}`}
                checked={sideOf(difference) === side}
                onChange={() => setChosen({ ...chosen, [difference.field]: side })}
              />
              <span>
                <b>{side === "mine" ? m.admin_car_stale_side_mine() : m.admin_car_stale_side_theirs()}</b>{" "}
                <bdi className="wrap-anywhere whitespace-pre-wrap">
                  {shown(difference, difference[side], words) || m.admin_car_empty_value()}
                </bdi>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="acts">
        <button
          className="btn btn-primary btn-sm"
          type="button"
          onClick={() => onSave(mergedBody(wanted, now, sides))}
        >
          {m.admin_car_stale_save()}
        </button>
        <button className="btn btn-secondary btn-sm" type="button" onClick={onTheirs}>
          {m.admin_car_stale_theirs()}
        </button>
      </div>
    </Notice>
  );
}

function nameOf({ field }: CarDifference): string {
  if (field === "available") return m.admin_car_available();
  if (field === "carplay") return m.admin_car_carplay();
  return field === "images" ? m.admin_car_images() : fieldWord(field);
}

function shown({ field }: CarDifference, value: string, words: CarWords): string {
  if (field === "available" || field === "carplay")
    return value === "true" ? m.admin_car_yes() : m.admin_car_no();
  if (field === "images")
    return String(new Set((JSON.parse(value) as [string, string][]).map(([image]) => image)).size);
  const word = { category: words.category, transmission: words.transmission, bodyStyle: words.bodyStyle }[
    field as "category"
  ] as ((value: string) => string) | undefined;
  return word && value ? word(value) : value;
}
