import { useRef, useState } from "react";
import { longestTaxName } from "#domain/pricing/tax-setting.ts";
import { cities } from "#domain/cars/cars.ts";
import { taxableKinds, type TaxableKind } from "#domain/pricing/taxable-kinds.ts";
import { m } from "#web/paraglide/messages.js";
import { cityName } from "#web/ui/format/city-name.ts";
import { FieldNote, type LabelledProps, TextField } from "#web/ui/form/text-field.tsx";
import { emptyTax, readTypedTaxes, type TypedTax, writeTypedTaxes } from "./typed-taxes.ts";

const kindWords: Record<TaxableKind, () => string> = {
  rental: m.settings_tax_on_rental,
  insurance: m.settings_tax_on_insurance,
  fees: m.settings_tax_on_fees,
  extra_miles: m.settings_tax_on_extra_miles,
  late_days: m.settings_tax_on_late_days,
  damage: m.settings_tax_on_damage,
  tolls: m.settings_tax_on_tolls,
  cleaning: m.settings_tax_on_cleaning,
};

type TaxRatesFieldProps = LabelledProps & { name: string; readOnly: boolean; defaultValue?: string };

/** The taxes, one below another. A hidden field holds them in the format of the environment variable. */
export function TaxRatesField({
  id,
  name,
  readOnly,
  defaultValue = "",
  hint,
  error,
  isAlert,
}: TaxRatesFieldProps) {
  const [taxes, setTaxes] = useState(() => readTypedTaxes(defaultValue));
  const add = useRef<HTMLButtonElement>(null);
  const change = (key: string, changed: Partial<TypedTax>) =>
    setTaxes(taxes.map((tax) => (tax.key === key ? { ...tax, ...changed } : tax)));
  return (
    <div className="stack">
      <input type="hidden" name={name} value={writeTypedTaxes(taxes)} />
      {taxes.length === 0 && <p className="muted">{m.settings_tax_none()}</p>}
      {taxes.map((tax, index) => (
        <TaxFields
          key={tax.key}
          id={`${id}-${tax.key}`}
          tax={tax}
          number={index + 1}
          readOnly={readOnly}
          onChange={(changed) => change(tax.key, changed)}
          onRemove={() => {
            setTaxes(taxes.filter(({ key }) => key !== tax.key));
            add.current?.focus();
          }}
        />
      ))}
      {!readOnly && (
        <p>
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            ref={add}
            onClick={() => setTaxes([...taxes, emptyTax()])}
          >
            {m.settings_tax_add()}
          </button>
        </p>
      )}
      <FieldNote id={id} error={error} isAlert={isAlert} hint={hint} />
    </div>
  );
}

type TaxFieldsProps = {
  id: string;
  tax: TypedTax;
  number: number;
  readOnly: boolean;
  onChange: (changed: Partial<TypedTax>) => void;
  onRemove: () => void;
};

function TaxFields({ id, tax, number, readOnly, onChange, onRemove }: TaxFieldsProps) {
  const input = (name: "name" | "zh" | "percent" | "from") => ({
    id: `${id}-${name}`,
    value: tax[name],
    readOnly,
    autoComplete: "off",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  });
  return (
    <fieldset className="card stack">
      <legend className="label">{m.settings_tax_number({ number })}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 max-sm:grid-cols-1">
        <TextField {...input("name")} label={m.settings_tax_name()} maxLength={longestTaxName} />
        <TextField
          {...input("zh")}
          label={m.settings_tax_name_zh()}
          isOptional
          maxLength={longestTaxName}
          lang="zh"
        />
        <TextField {...input("percent")} label={m.settings_tax_percent()} inputMode="decimal" />
        <TextField {...input("from")} type="date" label={m.settings_tax_from()} />
      </div>
      <Choices
        legend={m.settings_tax_on()}
        options={taxableKinds.map((kind) => ({ value: kind, label: kindWords[kind]() }))}
        chosen={tax.on}
        readOnly={readOnly}
        onChange={(on) => onChange({ on })}
      />
      <Choices
        legend={m.settings_tax_cities()}
        hint={m.settings_tax_cities_hint()}
        options={cities.map((city) => ({ value: city, label: cityName(city) }))}
        chosen={tax.cities}
        readOnly={readOnly}
        onChange={(chosen) => onChange({ cities: chosen })}
      />
      {!readOnly && (
        <p>
          <button
            className="btn btn-quiet btn-sm -ms-3"
            type="button"
            aria-label={m.settings_tax_remove({ number })}
            onClick={onRemove}
          >
            {m.settings_tax_remove_short()}
          </button>
        </p>
      )}
    </fieldset>
  );
}

type ChoicesProps<Value extends string> = {
  legend: string;
  hint?: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  readOnly: boolean;
  onChange: (chosen: Value[]) => void;
};

/** Checkboxes. The chosen values are returned in the order of the boxes. */
const Choices = <Value extends string>({
  legend,
  hint,
  options,
  chosen,
  readOnly,
  onChange,
}: ChoicesProps<Value>) => (
  <fieldset>
    <legend className="label mb-1">{legend}</legend>
    {hint && <p className="hint mb-1">{hint}</p>}
    <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-0.5">
      {options.map(({ value, label }) => (
        <label className="choice" key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={readOnly}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                options
                  .map((option) => option.value)
                  .filter((one) => (one === value ? checked : chosen.includes(one))),
              )
            }
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  </fieldset>
);
