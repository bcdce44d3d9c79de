import { useState } from "react";
import { currentLanguage } from "#web/i18n/language.ts";
import { featureWord } from "#web/cars/vocabulary.ts";
import { m } from "#web/paraglide/messages.js";
import { OwnArea, OwnLines } from "#web/cars/host/own-field.tsx";
import { shownField } from "#web/cars/host/saver-state.ts";
import { TranslateWords } from "#web/cars/host/translate-words.tsx";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";
import { longestProse } from "#domain/cars/car-rules.ts";

/** Features that people look for, as the catalogue writes them. */
const usual = [
  "Bluetooth",
  "Backup camera",
  "USB-C charging",
  "Keyless entry",
  "Adaptive cruise control",
  "Lane keeping assist",
  "Blind-spot monitor",
  "Heated seats",
  "Sunroof",
  "All-wheel drive",
  "Third-row seats",
  "Power liftgate",
  "Roof rails",
  "Wireless charging",
  "FasTrak transponder",
  "Charging adapter included",
] as const;

const usualOf = (feature: string) => usual.find((one) => one.toLowerCase() === feature.trim().toLowerCase());

/** The car's features and its description: first in the host's language, then, as an option, in the other. */
export function WordsStep() {
  const { saver, state } = useOwnCarForm();
  const shown = shownField(state, "features");
  const features = Array.isArray(shown) ? shown : [];
  // While the other features are typed, their text stays as it is, also where it passes a usual one's name.
  const [typing, setTyping] = useState<{ ticked: string[]; lines: string[] }>();
  const ticked = typing?.ticked ?? features.filter((feature) => usualOf(feature));
  const others = typing?.lines ?? features.filter((feature) => !usualOf(feature));
  const isChinese = currentLanguage() === "zh";
  const texts = [
    <OwnArea
      key="en"
      name="description"
      rows={6}
      maxLength={longestProse}
      lang="en"
      hint={m.host_description_hint()}
      isOptional={isChinese}
    />,
    <OwnArea
      key="zh"
      name="descriptionZh"
      rows={5}
      maxLength={longestProse}
      lang="zh"
      isOptional={!isChinese}
    />,
  ];
  return (
    <>
      <fieldset>
        <legend className="label">{m.host_features_usual()}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-4 gap-y-1">
          {usual.map((feature) => {
            const isOn = ticked.some((other) => usualOf(other) === feature);
            return (
              <label className="choice" key={feature}>
                <input
                  type="checkbox"
                  checked={isOn}
                  onChange={() => {
                    setTyping(undefined);
                    saver.set("features", [
                      ...(isOn ? ticked.filter((other) => usualOf(other) !== feature) : [...ticked, feature]),
                      ...others,
                    ]);
                  }}
                />
                <span>{featureWord(feature).text}</span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <OwnLines
        name="features"
        label={m.host_features_others()}
        hint={m.host_features_hint()}
        lines={others}
        onLines={(lines) => {
          setTyping({ ticked, lines });
          saver.type("features", [...ticked, ...lines]);
        }}
        onLeft={() => setTyping(undefined)}
      />
      {isChinese ? texts.toReversed() : texts}
      <TranslateWords />
    </>
  );
}
