import { type FormEvent, useState } from "react";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { type DailyInsurance, dailyInsurance, dailyInsurances } from "#domain/pricing/insurance.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { insuranceName, limitsWords } from "#web/orders/insurance-words.ts";
import { OptionCost, OptionText } from "#web/ui/form/option-words.tsx";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { FieldNote } from "#web/ui/form/text-field.tsx";
import { stepForm } from "./step-frame.tsx";
import "#web/styles/options.css";

type InsuranceStepProps = {
  days: number;
  collisionIncluded: boolean;
  chosen: DailyInsurance | undefined;
  onChoose: (product: DailyInsurance) => void;
  onNext: (product: DailyInsurance) => void;
};

const texts: Record<DailyInsurance, () => string> = {
  basic: m.wizard_insurance_basic_text,
  premium: m.wizard_insurance_premium_text,
  own: m.wizard_insurance_own_text,
};

/** The choice between insurance by the day and the renter's own: the cover and the price of each. */
export function InsuranceStep({ days, collisionIncluded, chosen, onChoose, onNext }: InsuranceStepProps) {
  const [isMissing, setMissing] = useState(false);
  const error = isMissing && !chosen ? m.wizard_insurance_missing() : undefined;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (chosen) return onNext(chosen);
    setMissing(true);
    event.currentTarget.querySelector("input")?.focus();
  };
  return (
    <form id={stepForm} noValidate onSubmit={send}>
      <fieldset className="opts" aria-describedby={error && "insurance-error"}>
        <legend className="sr-only">{m.wizard_step_insurance()}</legend>
        <p className="small muted">{m.wizard_insurance_by_day()}</p>
        {dailyInsurances.map((product) => (
          <label key={product} className="opt" htmlFor={`insurance-${product}`}>
            <input
              type="radio"
              name="selectedInsurance"
              id={`insurance-${product}`}
              value={product}
              required
              checked={chosen === product}
              onChange={() => onChoose(product)}
              aria-invalid={error ? true : undefined}
            />
            <OptionText name={insuranceName(product)}>{texts[product]()}</OptionText>
            <Cost product={product} days={days} />
            <Covered product={product} collisionIncluded={collisionIncluded} />
          </label>
        ))}
        <FieldNote id="insurance" error={error} isAlert />
      </fieldset>
    </form>
  );
}

function Cost({ product, days }: { product: DailyInsurance; days: number }) {
  const language = currentLanguage();
  const { daily } = dailyInsurance[product];
  return (
    <OptionCost
      price={formatWholeMoney(daily, language)}
      per={m.wizard_per_day()}
      note={m.wizard_insurance_for_days({ days, total: formatMoney(daily * days, language) })}
    />
  );
}

function Covered({ product, collisionIncluded }: { product: DailyInsurance; collisionIncluded: boolean }) {
  const language = currentLanguage();
  const cover = dailyInsurance[product];
  if (!("limits" in cover))
    return (
      <span className="col-start-2 -col-end-1 mt-2.5 grid gap-1.5 text-ink">
        <span className={point}>
          <Icon name="info" />
          {m.wizard_insurance_own_proof({ limits: limitsWords(dailyInsurance.basic.limits) })}
        </span>
        <CollisionPoint isIncluded={collisionIncluded} />
      </span>
    );
  const person = formatWholeMoney(cover.limits.person * 100, language);
  const accident = formatWholeMoney(cover.limits.accident * 100, language);
  return (
    <span className="col-start-2 -col-end-1 mt-2.5 grid gap-1.5 text-ink">
      <span className={point}>
        <Icon name="check" />
        {m.wizard_insurance_limits({ person, accident })}
      </span>
      <span className={point}>
        <Icon name="check" />
        {m.wizard_insurance_no_proof()}
      </span>
      <CollisionPoint isIncluded={collisionIncluded} />
    </span>
  );
}

const CollisionPoint = ({ isIncluded }: { isIncluded: boolean }) => (
  <span className={point}>
    <Icon name={isIncluded ? "check" : "close"} />
    {isIncluded ? m.wizard_insurance_collision() : m.wizard_insurance_no_collision()}
  </span>
);

const point =
  "grid grid-cols-[1.125rem_minmax(0,1fr)] items-start gap-2.5 [&>.i]:mt-0.5 [&>.i]:size-4.5 [&>.i]:text-good";
