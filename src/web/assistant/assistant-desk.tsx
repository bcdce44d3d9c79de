import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { FleetCar } from "#contract/cars.ts";
import { askedCar } from "#web/desk/asked-car.ts";
import { fleetQuery, forgetFleet } from "#web/desk/car-queries.ts";
import { carBody, carText } from "#web/desk/car-values.ts";
import { saveCarOver } from "#web/desk/save-car.ts";
import { Failed } from "#web/desk/states.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Field, SelectFrame } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.ts";
import { AssistantPanel, type Use } from "./assistant-panel.tsx";

/** The assistant beside the fleet: choose a car, ask, and save what is used over the version that was seen. */
export function AssistantDesk({ featureWord }: { featureWord: (feature: string) => string }) {
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const fleet = useInfiniteQuery(fleetQuery({ q, category: "" }));
  const cars = fleet.data?.pages[0]?.items ?? [];
  const [chosen, setChosen] = useState<string>();
  const car = cars.find(({ id }) => id === chosen) ?? cars[0];

  return (
    <div className="stack">
      <div className="twos">
        <Field id="assistant-words" label={m.desk_cars_search()} hint={m.assistant_choose_hint()}>
          <input
            className="control"
            id="assistant-words"
            type="search"
            maxLength={100}
            value={words}
            aria-describedby="assistant-words-hint"
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </Field>
        <Field id="assistant-car" label={m.assistant_choose()}>
          <SelectFrame>
            <select className="control" id="assistant-car" value={car?.id ?? ""} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
              {cars.map(({ id, name, year, city }) => (
                <option key={id} value={id}>
                  {`${name} · ${year} · ${city}`}
                </option>
              ))}
            </select>
          </SelectFrame>
        </Field>
      </div>
      <Failed error={fleet.error} onRetry={() => void fleet.refetch()} />
      {fleet.data && !car && <p className="muted">{m.assistant_no_car()}</p>}
      {car && <OfCar key={car.id} car={car} featureWord={featureWord} />}
    </div>
  );
}

function OfCar({ car, featureWord }: { car: FleetCar; featureWord: (feature: string) => string }) {
  const cache = useQueryClient();
  const body = () => carBody({ ...carText(car), carplay: car.carplay, available: car.available }, picturesOf(car));
  const save = useMutation({
    mutationFn: (use: Use) => saveCarOver(car.id, { ...body(), ...changeOf(use) }, car.version),
    onSuccess: async () => {
      toast({ title: m.assistant_saved() });
      await forgetFleet(cache);
    },
  });
  return (
    <>
      <AssistantPanel lead={m.assistant_lead_saved()} read={() => askedCar(car.id, body(), featureWord)} onUse={(use) => !save.isPending && save.mutate(use)} />
      <Failed error={save.error} />
    </>
  );
}

/** A description goes to the one of the language that it is written in. */
const changeOf = (use: Use) => ("description" in use && currentLanguage() === "zh" ? { descriptionZh: use.description } : use);

const picturesOf = ({ images, pictureTexts }: FleetCar) => ({ images, ...(images[0] && { image: images[0] }), pictureTexts });
