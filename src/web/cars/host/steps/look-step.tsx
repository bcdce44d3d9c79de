import { useQueries } from "@tanstack/react-query";
import { hostFieldNames } from "#domain/cars/host/fields.ts";
import { CarCard } from "#web/cars/car-card.tsx";
import "#web/cars/card.css";
import { Description, Features, KeyFacts } from "#web/cars/detail/car-facts.tsx";
import "#web/cars/detail/car.css";
import { Gallery } from "#web/cars/detail/gallery.tsx";
import { Say } from "#web/cars/say.tsx";
import { categoryWord, cityWord, colourWord } from "#web/cars/vocabulary.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { ownPictureQuery } from "#web/cars/host/own-picture.ts";
import { shownField } from "#web/cars/host/saver-state.ts";
import { shownAsPublic } from "#web/cars/host/shown-as-public.ts";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";

/** The car as renters will see it: its card in lists, and its page. The links in it don't work yet. */
export function LookStep() {
  const { state } = useOwnCarForm();
  const today = useToday();
  const typed = Object.fromEntries(hostFieldNames.map((name) => [name, shownField(state, name)]));
  const { car, isWhole } = shownAsPublic(state.car, typed, today, currentLanguage());
  const images = useQueries({
    queries: state.car.images.map((url) => ownPictureQuery(state.car.id, url, 1000)),
  });
  // The host's own photos, without our drawings. Each is shown once it has loaded; only the host can load it.
  const pictures = state.car.images.flatMap((url, place) => {
    const [picture, data] = [car.pictures.find((one) => one.url === url), images[place]?.data];
    return picture && data ? [{ ...picture, variants: undefined, url: data }] : [];
  });
  const shown = { ...car, pictures };

  return (
    <>
      {!isWhole && <Notice>{m.host_look_incomplete()}</Notice>}
      <section className="stack" aria-labelledby="look-card">
        <h3 className="h3" id="look-card">
          {m.host_look_card()}
        </h3>
        <ul className="cars max-w-88" inert>
          <CarCard car={{ ...shown, features: shown.features.slice(0, 3) }} />
        </ul>
      </section>
      <section className="stack" aria-labelledby="look-page">
        <h3 className="h3" id="look-page">
          {m.host_look_page()}
        </h3>
        <div className="grid grid-cols-1 gap-8 min-w-0 overflow-clip p-[clamp(1rem,3vw,2rem)] border border-line rounded-lg">
          <header>
            <p className="h2">{shown.name || m.host_car_unnamed()}</p>
            <ul className="car-parts flex flex-wrap mt-1.5 text-base/[1.45] text-ink-soft">
              <li>{m.cars_card_model({ brand: shown.brand, model: shown.model, year: shown.year })}</li>
              <li>{categoryWord(shown.category)}</li>
              {shown.colour && (
                <li>
                  <Say word={colourWord(shown.colour)} />
                </li>
              )}
              <li>{m.car_kept_in({ city: cityWord(shown.city).text })}</li>
            </ul>
          </header>
          {pictures.length > 0 && <Gallery car={shown} />}
          <KeyFacts car={shown} />
          <Description car={shown} />
          <Features features={shown.features} />
        </div>
      </section>
    </>
  );
}
