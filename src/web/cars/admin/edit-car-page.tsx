import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { CarBody, AdminCar } from "#contract/admin/cars.ts";
import { paints } from "#domain/cars/paints.ts";
import { ApiError } from "#web/api.ts";
import { AssistantPanel } from "./assistant/assistant-panel.tsx";
import { type ReplacedValue, UsedNotice } from "./assistant/used-notice.tsx";
import { featureWord } from "#web/cars/vocabulary.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { sessionErrorWords } from "#web/session/failure-words.ts";
import { toast } from "#web/ui/toast.ts";
import type { Route } from "./+types/edit-car-page.ts";
import { putIntoForm, takeFromForm, typedCar } from "./assistant-car.ts";
import { isStale } from "./car-form-errors.ts";
import { CarForm } from "./car-form.tsx";
import { adminCarQuery } from "./queries.ts";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { OwnerPanel } from "./car-owner/owner-panel.tsx";
import { CalendarPanel } from "./car-calendar.tsx";
import { useListAddress } from "./list-address.ts";
import { AdminIcon } from "#web/admin/admin-icon.tsx";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { saveCarOver } from "./save-car.ts";
import { Empty } from "#web/admin/list/empty.tsx";
import { makeStale } from "#web/make-stale.ts";
import { Failed, WaitingOrFailed } from "#web/session/states.tsx";

export const meta = () => pageMeta({ title: m.admin_cars_title() });

export default function EditCarPage({ params: { id } }: Route.ComponentProps) {
  const place = useListAddress();
  const { data: car, error, refetch } = useQuery(adminCarQuery(id));
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <AdminTitle title={m.admin_car_missing_title()} back={{ to: place, label: m.admin_cars_title() }} />
        <Empty icon="car" title={m.admin_car_missing_title()}>
          <p>{m.admin_car_missing_text()}</p>
          <Link className="btn btn-primary" to={place}>
            {m.admin_cars_title()}
          </Link>
        </Empty>
      </>
    );
  }
  if (!car) return <WaitingOrFailed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Failed error={error} onRetry={() => void refetch()} />
      <Editor opened={car} />
    </>
  );
}

function Editor({ opened }: { opened: AdminCar }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  // The version that this form began with. When other users save the car meanwhile, this version changes only when
  // the user chooses so.
  const [car, setCar] = useState(opened);
  const [wanted, setWanted] = useState<CarBody>();
  const [replaced, setReplaced] = useState<ReplacedValue>();
  const place = useListAddress();
  const isSaved = useRef(false);
  const hasSaved = useCallback(() => isSaved.current, []);
  const save = useMutation({
    mutationFn: ({ body, version }: { body: CarBody; version: string }) => saveCarOver(car.id, body, version),
    onSuccess: async ({ name }) => {
      toast({ title: m.admin_car_saved({ name }) });
      isSaved.current = true;
      await makeStale(cache, "car");
      await navigate(place);
    },
    onError: (error) => {
      if (!isStale(error))
        toast({
          title: m.admin_car_failed(),
          description: sessionErrorWords(error, m.admin_car_failed_text()),
          variant: "destructive",
        });
    },
  });
  const now =
    isStale(save.error) && save.error instanceof ApiError
      ? (save.error.body?.car as AdminCar | undefined)
      : undefined;
  const onSave = (body: CarBody) => {
    setWanted(body);
    save.mutate({ body, version: car.version });
  };

  return (
    <>
      <AdminTitle title={car.name} back={{ to: place, label: m.admin_cars_title() }}>
        <Link className="btn btn-secondary" to={`/admin/new-order?car=${car.id}`}>
          <AdminIcon name="plus" />
          {m.new_order_open()}
        </Link>
        <Link className="btn btn-secondary" to={`/cars/${car.id}`}>
          <AdminIcon name="eye" />
          {m.admin_car_public()}
        </Link>
      </AdminTitle>
      <CarForm
        key={car.version}
        car={car}
        submit={m.admin_car_save()}
        isSending={save.isPending}
        error={save.error}
        colours={paints.map(({ name }) => name)}
        onSave={onSave}
        isSaved={hasSaved}
        back={place}
      >
        {now && wanted && (
          <ChangedMeanwhile
            opened={car}
            now={now}
            wanted={wanted}
            onSave={(body) => {
              setWanted(body);
              save.mutate({ body, version: now.version });
            }}
            onTheirs={() => {
              save.reset();
              setCar(now);
            }}
          />
        )}
      </CarForm>
      <CalendarPanel carId={car.id} />
      <OwnerPanel car={opened} />
      <AssistantPanel
        lead={m.assistant_lead()}
        read={() => typedCar(car, (feature) => featureWord(feature).text)}
        onUse={(use) => setReplaced(putIntoForm(use))}
      >
        {replaced && (
          <UsedNotice
            replaced={replaced}
            onUndo={() => {
              takeFromForm(replaced);
              setReplaced(undefined);
            }}
          />
        )}
      </AssistantPanel>
    </>
  );
}
