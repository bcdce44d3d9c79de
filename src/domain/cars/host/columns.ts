import { bodyStyleFor } from "#domain/cars/body-styles.ts";
import { longestName } from "#domain/cars/car-rules.ts";
import { state } from "#domain/cars/cars.ts";
import { wireMoney } from "#domain/money.ts";
import {
  type HostField,
  hostFieldNames,
  type HostValues,
  type TypedFields,
  type TypedValue,
} from "./fields.ts";

/** Turns a host's field values into the car's columns. The seats are among the features, as everywhere. */
export function carOfHost(values: HostValues, isBodyTyped: boolean) {
  const { seats, features, bodyStyle, translated, ...rest } = values;
  return {
    ...rest,
    name: [rest.brand, rest.model, rest.trim]
      .filter((word) => word !== "")
      .join(" ")
      .slice(0, longestName),
    bodyStyle: isBodyTyped ? bodyStyle : bodyStyleFor(rest),
    features: [seats === 1 ? "1 seat" : `${seats} seats`, ...features.filter((feature) => !isSeats(feature))],
    descriptionZh: rest.descriptionZh || null,
    translated: translated || null,
    state,
  };
}
export type CarOfHost = ReturnType<typeof carOfHost>;

const isSeats = (feature: string): boolean => /^\d{1,2} seats?$/i.test(feature);

/** A car's features as its host types them: the seats are a field of their own. */
export const featuresOf = ({ features }: { features: string[] }): string[] =>
  features.filter((feature) => !isSeats(feature));

type FieldsOfCar = Omit<CarOfHost, "name" | "state" | "city" | "vin" | "plateNumber"> & {
  city: string;
  vin: string | null;
  plateNumber: string | null;
};

/** A car's columns as its host would have typed them. */
export function typedOfCar(car: FieldsOfCar): Required<TypedFields> {
  const seats = car.features.find(isSeats);
  const columns: Partial<Record<HostField, unknown>> = car;
  return {
    ...(Object.fromEntries(
      hostFieldNames.map((name) => [name, typedValue(columns[name])]),
    ) as Required<TypedFields>),
    seats: seats === undefined ? "" : String(Number.parseInt(seats, 10)),
    features: featuresOf(car),
    monthlyPrice: wireMoney(car.monthlyPrice),
  };
}

const typedValue = (value: unknown): TypedValue =>
  typeof value === "boolean" ? value : value === null ? "" : String(value);
