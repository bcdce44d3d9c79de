import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { CarBody, FleetCar } from "#contract/cars.ts";
import { paints } from "#domain/paints.ts";
import { ApiError } from "#web/api.ts";
import { AssistantPanel } from "#web/assistant/assistant-panel.tsx";
import { bodyStyleWord, categoryWord, featureWord, transmissionWord } from "#web/cars/vocabulary.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import type { Route } from "./+types/edit-car-page.ts";
import { putIntoForm, typedCar } from "./asked-car.ts";
import { CarForm, type CarWords, isStale } from "./car-form.tsx";
import { fleetCarQuery, forgetFleet } from "./car-queries.ts";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { CalendarPanel } from "./car-calendar.tsx";
import { DeskIcon } from "./desk-icon.tsx";
import { DeskTitle } from "./desk-title.tsx";
import { saveCarOver } from "./save-car.ts";
import { Empty, Failed, Waiting } from "./states.tsx";

export const meta = () => pageMeta({ title: m.desk_cars_title() });

const back = () => ({ to: "/admin/manage-cars", label: m.desk_cars_title() });

export default function EditCarPage({ params: { id } }: Route.ComponentProps) {
  const { data: car, error, refetch } = useQuery(fleetCarQuery(id));
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <DeskTitle title={m.desk_car_missing_title()} back={back()} />
        <Empty icon="car" title={m.desk_car_missing_title()}>
          <p>{m.desk_car_missing_text()}</p>
          <Link className="btn btn-primary" to="/admin/manage-cars">
            {m.desk_cars_title()}
          </Link>
        </Empty>
      </>
    );
  }
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return car ? <Editor opened={car} /> : <Waiting />;
}

const words: CarWords = { bodyStyle: bodyStyleWord, category: categoryWord, transmission: transmissionWord };

function Editor({ opened }: { opened: FleetCar }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  // The version that this form began with; what others save meanwhile changes it only when the person says so.
  const [car, setCar] = useState(opened);
  const [wanted, setWanted] = useState<CarBody>();
  const save = useMutation({
    mutationFn: ({ body, version }: { body: CarBody; version: string }) => saveCarOver(car.id, body, version),
    onSuccess: async ({ name }) => {
      toast({ title: m.desk_car_saved({ name }) });
      await forgetFleet(cache);
      await navigate("/admin/manage-cars");
    },
    onError: (error) => {
      if (!isStale(error)) toast({ title: m.desk_car_failed(), description: m.desk_car_failed_text(), variant: "destructive" });
    },
  });
  const now = isStale(save.error) && save.error instanceof ApiError ? (save.error.body?.car as FleetCar | undefined) : undefined;
  const onSave = (body: CarBody) => {
    setWanted(body);
    save.mutate({ body, version: car.version });
  };

  return (
    <>
      <DeskTitle title={car.name} back={back()}>
        <Link className="btn btn-secondary" to={`/admin/new-order?car=${car.id}`}>
          <DeskIcon name="plus" />
          {m.new_order_open()}
        </Link>
        <Link className="btn btn-secondary" to={`/cars/${car.id}`}>
          <DeskIcon name="eye" />
          {m.desk_car_public()}
        </Link>
      </DeskTitle>
      <CarForm
        key={car.version}
        car={car}
        submit={m.desk_car_save()}
        isSending={save.isPending}
        error={save.error}
        words={words}
        colours={paints.map(({ name }) => name)}
        onSave={onSave}
      >
        {now && wanted && (
          <ChangedMeanwhile
            opened={car}
            now={now}
            words={words}
            onMine={() => save.mutate({ body: wanted, version: now.version })}
            onTheirs={() => {
              save.reset();
              setCar(now);
            }}
          />
        )}
      </CarForm>
      <CalendarPanel carId={car.id} />
      <AssistantPanel lead={m.assistant_lead()} read={() => typedCar(car, (feature) => featureWord(feature).text)} onUse={putIntoForm} />
    </>
  );
}
