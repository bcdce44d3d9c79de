import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { CarBody, AdminCar } from "#contract/admin/cars.ts";
import { assistantCar } from "#web/cars/admin/assistant-car.ts";
import { adminCarsQuery } from "#web/cars/admin/queries.ts";
import { carBody, typedOf } from "#web/cars/admin/car-values.ts";
import { saveCarOver } from "#web/cars/admin/save-car.ts";
import { Failed } from "#web/session/states.tsx";
import { currentLanguage } from "#web/i18n/language.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/toast.ts";
import { type ReplacedValue, UsedNotice } from "./used-notice.tsx";
import { AssistantPanel, type Use } from "./assistant-panel.tsx";
import { longestSearch } from "#domain/text-lengths.ts";

/** The assistant beside the fleet: choose a car, ask, and save a suggestion over the version that was seen. */
export function CarAssistant({ featureWord }: { featureWord: (feature: string) => string }) {
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const fleet = useInfiniteQuery(adminCarsQuery({ q, category: "" }));
  const cars = fleet.data?.pages[0]?.items ?? [];
  const [chosen, setChosen] = useState<string>();
  const car = cars.find(({ id }) => id === chosen) ?? cars[0];

  return (
    <div className="stack">
      <div className="grid grid-cols-2 gap-3.5">
        <Field id="assistant-words" label={m.admin_cars_search()} hint={m.assistant_choose_hint()}>
          <input
            className="control"
            id="assistant-words"
            type="search"
            maxLength={longestSearch}
            value={words}
            aria-describedby="assistant-words-hint"
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </Field>
        <Field id="assistant-car" label={m.assistant_choose()}>
          <SelectFrame>
            <select
              className="control"
              id="assistant-car"
              value={car?.id ?? ""}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
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

function OfCar({ car, featureWord }: { car: AdminCar; featureWord: (feature: string) => string }) {
  const cache = useQueryClient();
  const [replaced, setReplaced] = useState<ReplacedValue>();
  const body = () => carBody(typedOf(car), imagesOf(car));
  const save = useMutation({
    mutationFn: ({ change }: { change: Partial<CarBody>; replaced: ReplacedValue | undefined }) =>
      saveCarOver(car.id, { ...body(), ...change }, car.version),
    onSuccess: async (_saved, { replaced }) => {
      toast({ title: replaced ? m.assistant_saved() : m.assistant_undone() });
      await makeStale(cache, "car");
      setReplaced(replaced);
    },
  });
  const use = (use: Use) => {
    if (save.isPending) return;
    const field = fieldOf(use);
    const after = "monthlyPrice" in use ? use.monthlyPrice : use.description;
    save.mutate({ change: { [field]: after }, replaced: { field, before: car[field] ?? "", after } });
  };
  return (
    <>
      <AssistantPanel
        lead={m.assistant_lead_saved()}
        read={() => assistantCar(car.id, body(), featureWord)}
        onUse={use}
      >
        {replaced && (
          <UsedNotice
            replaced={replaced}
            isBusy={save.isPending}
            onUndo={() => save.mutate({ change: { [replaced.field]: replaced.before }, replaced: undefined })}
          />
        )}
      </AssistantPanel>
      <Failed error={save.error} />
    </>
  );
}

/** The field of a suggestion. A description goes into the field of its own language. */
const fieldOf = (use: Use): ReplacedValue["field"] =>
  "monthlyPrice" in use ? "monthlyPrice" : currentLanguage() === "zh" ? "descriptionZh" : "description";

const imagesOf = ({ images, pictureTexts }: AdminCar) => ({
  images,
  ...(images[0] && { image: images[0] }),
  pictureTexts,
});
