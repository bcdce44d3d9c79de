import { type FormEvent, useEffect, useRef, useState } from "react";
import type { CarBody, AdminCar } from "#contract/admin/cars.ts";
import { newestYear } from "#domain/cars/cars.ts";
import { plainFieldNames, rowOf, usualValue } from "#domain/cars/fields.ts";
import { isDriveSharing } from "#domain/cars/image-addresses.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { readForm, refusedFields } from "./car-form-errors.ts";
import type { CarFields } from "./car-fields.tsx";
import { type CarErrors, carBody, carErrors, carText, textFields } from "./car-values.ts";
import type { CarImages } from "./image-manager.tsx";

const usualChoices = Object.fromEntries(
  plainFieldNames.flatMap((name) =>
    rowOf(name).kind === "choice" ? [[name, String(usualValue(name))]] : [],
  ),
);

type CarFormProps = {
  car?: AdminCar;
  isSending: boolean;
  error: unknown;
  onSave: (body: CarBody) => void;
  isSaved: () => boolean;
};

/**
 * The state of a car's form. Typed values stay in the inputs, pictures are kept here. `dropped` is the number of the
 * car's pictures that can't be shown anymore. New errors move the focus to the first field with an error.
 */
export function useCarForm({ car, isSending, error, onSave, isSaved }: CarFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState<CarErrors>({});
  const own = car?.images.filter((url) => !isDriveSharing(url)) ?? [];
  const dropped = (car?.images.length ?? 0) - own.length;
  const [firstImages] = useState<CarImages>({ urls: own, main: own[0], texts: car?.pictureTexts ?? {} });
  const [images, setImages] = useState(firstImages);
  const [newest] = useState(() => newestYear(dateInLosAngeles(Date.now())));
  const errors: CarErrors = { ...refusedFields(error), ...checked };
  const first = textFields.find((name) => errors[name]);
  const values = car ? carText(car) : { state: "CA", ...usualChoices };

  useEffect(() => {
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }, [first, error]);

  const atFirst = useRef<string>(undefined);
  useEffect(() => {
    if (form.current) atFirst.current ??= JSON.stringify(readForm(form.current));
  }, []);
  const isDirty = (): boolean => {
    if (!form.current || isSaved()) return false;
    const isTyped =
      atFirst.current !== undefined && JSON.stringify(readForm(form.current)) !== atFirst.current;
    return isTyped || JSON.stringify(images) !== JSON.stringify(firstImages);
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || isSending) return;
    const typed = readForm(form.current);
    const wrong = carErrors(typed, newest);
    setChecked(wrong);
    if (Object.keys(wrong).length === 0) onSave(carBody(typed, picturesOf(images)));
  };

  const fields: CarFields = { car, values, errors, first, newest };
  return { form, fields, images, setImages, dropped, isDirty, send };
}

/** The pictures as they are sent, each with its text where it has one. */
const picturesOf = ({ urls, main, texts }: CarImages) => ({
  images: urls,
  ...(main && { image: main }),
  pictureTexts: Object.fromEntries(
    urls.flatMap((url) => (texts[url]?.trim() ? [[url, texts[url].trim()]] : [])),
  ),
});
