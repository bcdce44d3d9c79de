import { type PlainHostField, rowOf, usualValue } from "#domain/cars/fields.ts";
import { optionsOf } from "#web/cars/plain-fields.ts";
import { OwnChoice, OwnMark, OwnText } from "./own-field.tsx";

/** A plain field, by its kind. An optional choice shows its default value first. */
export function OwnPlain({ name }: { name: PlainHostField }) {
  const row = rowOf(name);
  const isOptional = row.host === "may";
  switch (row.kind) {
    case "mark":
      return <OwnMark name={name} />;
    case "choice": {
      const [usual, words] = [usualValue(name), optionsOf(name)];
      const options = words.toSorted((a, b) => Number(b.value === usual) - Number(a.value === usual));
      return (
        <OwnChoice
          name={name}
          options={options.map(({ value, label }) => ({
            value: isOptional && value === usual ? "" : value,
            label,
          }))}
        />
      );
    }
    case "whole":
      return (
        <OwnText name={name} inputMode="numeric" maxLength={String(row.to).length} isOptional={isOptional} />
      );
    case "label":
      return <OwnText name={name} maxLength={row.most} isOptional={isOptional} />;
  }
}
