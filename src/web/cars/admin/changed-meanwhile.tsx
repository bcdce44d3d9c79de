import { useState } from "react";
import type { CarBody, AdminCar } from "#contract/admin/cars.ts";
import type { BodyStyle } from "#domain/cars/body-styles.ts";
import type { Category } from "#domain/cars/cars.ts";
import { isPlain } from "#domain/cars/fields.ts";
import { optionsOf } from "#web/cars/plain-fields.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { categoryWord } from "#web/cars/vocabulary.ts";
import { bodyStyleWord } from "./body-style-word.ts";
import { isMark } from "./car-values.ts";
import { fieldWord } from "./car-form-errors.ts";
import { type CarDifference, differencesOf, mergedBody, type MergeSide } from "./merge-car.ts";

type ChangedMeanwhileProps = {
  opened: AdminCar;
  now: AdminCar;
  wanted: CarBody;
  onSave: (body: CarBody) => void;
  onTheirs: () => void;
};

/**
 * Another user saved the car first: for each field that differs, the user chooses their own value or the other
 * one. Where only one of them changed the field, that change is chosen at first.
 */
export function ChangedMeanwhile({ opened, now, wanted, onSave, onTheirs }: ChangedMeanwhileProps) {
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
                  {shown(difference, difference[side]) || m.admin_car_empty_value()}
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
  return field === "images" ? m.admin_car_images() : fieldWord(field);
}

function shown({ field }: CarDifference, value: string): string {
  if (field === "images")
    return String(new Set((JSON.parse(value) as [string, string][]).map(([image]) => image)).size);
  if (isMark(field)) return value === "true" ? m.admin_car_yes() : m.admin_car_no();
  if (!value) return value;
  if (field === "category") return categoryWord(value as Category);
  if (field === "bodyStyle") return bodyStyleWord(value as BodyStyle);
  return (isPlain(field) && optionsOf(field).find((option) => option.value === value)?.label) || value;
}
