import { mostFeatures } from "#domain/cars/car-rules.ts";
import { oldestYear } from "#domain/cars/cars.ts";
import { rowOf } from "#domain/cars/fields.ts";
import {
  type HostField,
  type HostFieldError,
  leastPictures,
  type SubmissionPart,
} from "#domain/cars/host/fields.ts";
import { plainNames } from "#web/cars/plain-fields.ts";
import { m } from "#web/paraglide/messages.js";

export const partNames: Record<SubmissionPart, () => string> = {
  ...plainNames,
  brand: m.admin_car_brand,
  model: m.admin_car_model,
  year: m.admin_car_year,
  category: m.admin_cars_category,
  bodyStyle: m.admin_car_body,
  colour: m.admin_car_colour,
  vin: m.host_field_vin,
  plateNumber: m.admin_car_plate,
  odometer: m.host_field_odometer,
  seats: m.host_field_seats,
  city: m.admin_car_city,
  zipCode: m.admin_car_zip,
  handoverAddress: m.host_field_address,
  deliveryMiles: m.host_field_delivery,
  features: m.admin_car_features,
  description: m.host_field_description,
  descriptionZh: m.host_field_description_zh,
  translated: m.host_field_translated,
  monthlyPrice: m.admin_car_price,
  minRentDays: m.host_field_min_days,
  maxRentDays: m.host_field_max_days,
  noticeDays: m.host_field_notice,
  instantBook: m.host_field_instant,
  images: () => m.host_part_images({ least: leastPictures }),
  registration: m.host_paper_registration,
  insurance: m.host_paper_insurance,
};

const errorWords: Record<HostFieldError, () => string> = {
  required: m.admin_car_error_required,
  characters: m.host_error_characters,
  too_long: m.host_error_too_long,
  too_many: () => m.host_error_too_many({ most: mostFeatures - 1 }),
  not_a_label: m.admin_car_error_label,
  not_listed: m.host_error_not_listed,
  not_a_number: m.host_error_number,
  out_of_range: m.admin_car_error_other,
  not_a_price: m.admin_car_error_price,
  not_a_plate: m.admin_car_error_plate,
  not_a_zip: m.admin_car_error_zip,
  vin_length: m.host_error_vin_length,
  vin_letters: m.host_error_vin_letters,
  vin_check_digit: m.host_error_vin_digit,
  too_short: m.host_error_max_days,
};

/** Why a field isn't right yet. `newest` is the newest model year. */
export function partErrorWords(field: HostField, error: HostFieldError, newest: number): string {
  if (field === "year" && (error === "not_a_number" || error === "out_of_range"))
    return m.admin_car_error_year({ from: oldestYear, to: newest });
  if (field === "monthlyPrice" && error === "out_of_range") return m.admin_car_error_price();
  const row = rowOf(field);
  return error === "out_of_range" && row.kind === "whole"
    ? m.host_error_range({ from: row.from, to: row.to })
    : errorWords[error]();
}
