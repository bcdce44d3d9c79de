import { type ReactNode } from "react";
import { Link } from "react-router";
import type { CarBody, AdminCar } from "#contract/admin/cars.ts";
import { leastPictures } from "#domain/cars/host/fields.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { UnsavedEdits } from "#web/ui/dialog/unsaved-edits.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { isStale } from "./car-form-errors.ts";
import { CarFieldsContext } from "./car-fields.tsx";
import { BasicFields, DescriptionFields, PlaceFields } from "./car-fieldsets.tsx";
import { ImageManager } from "./image-manager.tsx";
import { useCarForm } from "./use-car-form.ts";

export const carFormId = "car-form";

type CarFormProps = {
  /** The car that is edited; none for a new one. */
  car?: AdminCar;
  submit: string;
  isSending: boolean;
  error: unknown;
  colours: readonly string[];
  onSave: (body: CarBody) => void;
  /** Whether the form is saved, so that leaving the page loses nothing. */
  isSaved: () => boolean;
  /** The address that Cancel leads to. */
  back: string;
  children?: ReactNode;
};

/** The form of a car: its fields, and its pictures, which are uploaded at once. */
export function CarForm({ submit, colours, back, children, ...props }: CarFormProps) {
  const { car, isSending, error } = props;
  const { form, fields, images, setImages, dropped, isDirty, send } = useCarForm(props);
  return (
    <form
      className="long-form grid grid-cols-2 items-start gap-x-[clamp(1.5rem,3vw,3rem)] gap-y-8 max-[62rem]:grid-cols-1"
      id={carFormId}
      method="post"
      noValidate
      ref={form}
      onSubmit={send}
    >
      <UnsavedEdits isDirty={isDirty} />
      <CarFieldsContext value={fields}>
        <div className="stack">
          {children}
          {fields.first && (
            <Notice kind="bad" isAlert>
              {m.admin_car_check()}
            </Notice>
          )}
          {!fields.first && !isStale(error) && <Failed error={error} />}
          <BasicFields car={car} colours={colours} />
          <PlaceFields />
          <DescriptionFields />
        </div>
      </CarFieldsContext>
      <section className="stack" aria-labelledby="car-pictures-title">
        <h2 className="h3" id="car-pictures-title">
          {m.admin_car_images()}
        </h2>
        {dropped > 0 && <Notice kind="warn">{m.admin_car_dropped({ count: dropped })}</Notice>}
        {car && losesListing(car, images.urls.length) && (
          <Notice kind="warn" isAlert>
            {m.admin_car_pauses({ count: leastPictures })}
          </Notice>
        )}
        <ImageManager images={images} onChange={setImages} />
      </section>
      <div className="sticky bottom-0 col-span-full flex justify-end gap-2.5 py-3 border-t border-line bg-surface">
        <Link className="btn btn-secondary" to={back}>
          {m.admin_cancel()}
        </Link>
        <SubmitButton className="btn btn-primary" isSending={isSending}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  );
}

/** Whether a host's listed car is paused when it is saved, because it has too few photos left. */
const losesListing = ({ hostId, available }: AdminCar, photos: number): boolean =>
  hostId !== null && available && photos < leastPictures;
