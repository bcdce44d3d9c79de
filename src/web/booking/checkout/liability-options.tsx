import {
  liability,
  type LiabilityOption,
  liabilityOptions,
  liabilityPrice,
  longTermMonths,
} from "#domain/pricing/insurance.ts";
import { formatWholeMoney } from "#domain/money.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { OptionCost, OptionText } from "#web/ui/form/option-words.tsx";
import { m } from "#web/paraglide/messages.js";
import { insuranceName, limitsWords } from "#web/orders/insurance-words.ts";
import { FieldNote } from "#web/ui/form/text-field.tsx";
import "#web/styles/options.css";

export const liabilityOf = (text: string | null): LiabilityOption | undefined =>
  liabilityOptions.find((option) => option === text);

/** The three kinds of liability insurance, each with its monthly price for a rental of this length. */
export function LiabilityOptions({ months, error }: { months: number; error: string | undefined }) {
  return (
    <fieldset className="opts" aria-describedby={error && "insurance-error"}>
      <legend className="h3 font-title mb-3">{m.information_liability()}</legend>
      {liabilityOptions.map((option) => (
        <label key={option} className="opt" htmlFor={`insurance-${option}`}>
          <input
            type="radio"
            name="insurance"
            id={`insurance-${option}`}
            value={option}
            required
            aria-invalid={error ? true : undefined}
          />
          <OptionText name={insuranceName(option)}>{limitsWords(liability[option].limits)}</OptionText>
          <Cost option={option} months={months} />
        </label>
      ))}
      <FieldNote id="insurance" error={error} />
    </fieldset>
  );
}

function Cost({ option, months }: { option: LiabilityOption; months: number }) {
  const language = currentLanguage();
  const { monthly, longTermMonthly } = liability[option];
  const price = formatWholeMoney(liabilityPrice(option, months), language);
  if (monthly === 0) return <OptionCost price={price} />;
  return (
    <OptionCost
      price={price}
      per={m.request_per_month()}
      note={
        months >= longTermMonths
          ? m.information_short_rate({ price: formatWholeMoney(monthly, language), months: longTermMonths })
          : m.information_long_rate({
              price: formatWholeMoney(longTermMonthly, language),
              months: longTermMonths,
            })
      }
    />
  );
}
