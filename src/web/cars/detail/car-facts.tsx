import type { Car } from "#contract/cars.ts";
import { type Language, otherLanguage } from "#domain/languages.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { carMonthlyMiles } from "#domain/pricing/pricing.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { factsOf } from "#web/cars/plain-fields.ts";
import { Say } from "#web/cars/say.tsx";
import { featureWord, type Word } from "#web/cars/vocabulary.ts";

const seats = / seats?$/i;
const consumption = / mpg$/i;
const electric = / (mi range|mpge)$/i;

/** The facts that people ask for first. Seats and consumption come from the features. */
export function KeyFacts({ car }: { car: Car }) {
  const measured = (pattern: RegExp): Word | undefined => {
    const feature = car.features.find((words) => pattern.test(words));
    return feature === undefined ? undefined : featureWord(feature);
  };
  const facts: [IconName, Word | undefined][] = [
    ["seat", measured(seats)],
    ["fuel", measured(consumption)],
    ["bolt", measured(electric)],
    ...factsOf(car).map(({ icon, text }): [IconName, Word] => [icon, { text }]),
    ["calendar", { text: m.car_min_days({ days: car.minRentDays }) }],
    ["road", { text: m.car_monthly_miles({ miles: showNumber(carMonthlyMiles) }) }],
  ];
  return (
    <ul className="grid grid-cols-3 gap-x-6 gap-y-4.5 py-5 border-y border-line text-sm/[1.4] max-md:grid-cols-2">
      {facts.map(
        ([icon, word]) =>
          word && (
            <li key={word.text} className="flex items-center gap-2.5 [&>.i]:text-ink-faint">
              <Icon name={icon} />
              <span>
                <Say word={word} />
              </span>
            </li>
          ),
      )}
    </ul>
  );
}

/**
 * The owner's description in the reader's language, or in the other language if there is no other text. A machine
 * translation says that it is one, and shows the original.
 */
export function Description({ car }: { car: Car }) {
  const texts = { en: car.description, zh: car.descriptionZh ?? "" };
  const own = currentLanguage();
  const language = texts[own] ? own : otherLanguage(own);
  const text = texts[language];
  if (!text) return null;
  const langOf = (one: Language) => (one === own ? undefined : one);
  const original = texts[otherLanguage(language)];
  return (
    <section className="stack gap-3" aria-labelledby="about">
      <h2 className="h3" id="about">
        {m.car_about()}
      </h2>
      <p lang={langOf(language)}>{text}</p>
      {car.translated === language && <p className="small muted">{m.car_translated()}</p>}
      {car.translated === language && original && (
        <details className="fold">
          <summary>{m.car_translated_original()}</summary>
          <p lang={langOf(otherLanguage(language))}>{original}</p>
        </details>
      )}
    </section>
  );
}

/** The features of the car that aren't among its key facts. */
export function Features({ features }: { features: string[] }) {
  const shownFeatures = new Set(
    [seats, consumption, electric].map((pattern) => features.find((words) => pattern.test(words))),
  );
  const others = features.filter((feature) => !shownFeatures.has(feature));
  if (others.length === 0) return null;
  return (
    <section className="stack gap-3" aria-labelledby="features">
      <h2 className="h3" id="features">
        {m.car_features()}
      </h2>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2.5 text-sm/[1.45]">
        {others.map((feature) => (
          <li key={feature} className="flex items-center gap-2.5 [&>.i]:text-good">
            <Icon name="check" />
            <span>
              <Say word={featureWord(feature)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
