import { useMutation } from "@tanstack/react-query";
import { translateHostCar } from "#contract/host/cars.ts";
import { type Language, otherLanguage } from "#domain/languages.ts";
import { translatedInto } from "#domain/cars/host/translated.ts";
import { api } from "#web/api.ts";
import { shownField } from "#web/cars/host/saver-state.ts";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";

const fields = { en: "description", zh: "descriptionZh" } as const;
const labels: Record<Language, () => string> = {
  en: m.host_translate_into_en,
  zh: m.host_translate_into_zh,
};

/**
 * Offers a translation of the host's description, which the host reads first. Renters see a translation marked as
 * a machine's for as long as the host doesn't change it.
 */
export function TranslateWords() {
  const { saver, state } = useOwnCarForm();
  const textIn = (language: Language): string => {
    const shown = shownField(state, fields[language]);
    return typeof shown === "string" ? shown.trim() : "";
  };
  const own = currentLanguage();
  const other = otherLanguage(own);
  const note = shownField(state, "translated");
  const texts = { description: textIn("en"), descriptionZh: textIn("zh") };
  const translated = translatedInto(texts, typeof note === "string" ? note : null);
  // Only a text that a person wrote can be translated, never a translation. The host's own language comes first.
  const from = textIn(own) && translated !== own ? own : other;
  const into = from === own ? other : own;
  const text = translated === from ? "" : textIn(from);
  const asking = useMutation({
    mutationFn: () => api(translateHostCar, { params: { id: state.car.id }, body: { text, language: into } }),
  });
  const marked = translated && <p className="small muted">{m.host_translate_marked()}</p>;
  if (!state.car.canTranslate || text === "") return marked;
  const suggested = asking.data;
  return (
    <div className="stack" aria-live="polite">
      {marked}
      {suggested ? (
        <section className="card stack">
          <p className="small muted">{m.host_translate_machine()}</p>
          <p className="whitespace-pre-wrap wrap-anywhere" lang={suggested.language}>
            {suggested.text}
          </p>
          <p className="flex flex-wrap gap-3">
            <button
              className="btn btn-primary btn-sm"
              type="button"
              onClick={() => {
                saver.set(fields[suggested.language], suggested.text);
                saver.set("translated", suggested.text);
                asking.reset();
              }}
            >
              {textIn(suggested.language) ? m.host_translate_replace() : m.host_translate_take()}
            </button>
            <button className="btn btn-quiet btn-sm" type="button" onClick={() => asking.reset()}>
              {m.host_translate_leave()}
            </button>
          </p>
        </section>
      ) : (
        <p>
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            aria-busy={asking.isPending || undefined}
            onClick={() => !asking.isPending && asking.mutate()}
          >
            {labels[into]()}
          </button>
        </p>
      )}
      <Failed error={asking.error} />
    </div>
  );
}
