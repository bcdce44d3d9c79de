import type { CarFields, FieldsWith, FieldValue, PlainField, PublicFact } from "#domain/cars/fields.ts";
import { m } from "#web/paraglide/messages.js";
import type { IconName } from "#web/ui/icon.tsx";
import { transmissionWord, transmissionWords } from "./vocabulary.ts";

export const plainNames: Record<PlainField, () => string> = {
  trim: m.admin_car_trim,
  transmission: m.admin_car_transmission,
  carplay: m.admin_car_carplay,
  insurance: m.admin_car_insurance,
};

type PlainChoice = PlainField & FieldsWith<{ kind: "choice" }>;
const choices: { [Name in PlainChoice]: Record<CarFields[Name]["values"][number], () => string> } = {
  transmission: transmissionWords,
};

type Fact = { icon: IconName; text: string };
/** The text of each fact on a car's page, in the order there. The trim is part of the car's name. */
const facts: { [Name in PublicFact]: (value: FieldValue<Name>) => Fact | undefined } = {
  trim: () => undefined,
  transmission: (transmission) => ({ icon: "gear", text: transmissionWord(transmission) }),
  carplay: (carplay) => ({ icon: "phone", text: carplay ? m.car_carplay() : m.car_no_carplay() }),
};

const isChoice = (name: string): name is PlainChoice => name in choices;

/** The choices of a plain field with their words; none of one that isn't a choice. */
export const optionsOf = (name: PlainField): { value: string; label: string }[] =>
  isChoice(name) ? Object.entries(choices[name]).map(([value, word]) => ({ value, label: word() })) : [];

/** The plain facts of a car, as its page shows them. */
export const factsOf = (car: { [Name in PublicFact]: FieldValue<Name> }): Fact[] =>
  (Object.keys(facts) as PublicFact[]).flatMap((name) => factOf(name, car[name]) ?? []);

const factOf = <Name extends PublicFact>(name: Name, value: FieldValue<Name>): Fact | undefined =>
  facts[name](value);
