import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useNavigate } from "react-router";
import { addCar, type CarBody } from "#contract/admin/cars.ts";
import { paints } from "#domain/cars/paints.ts";
import { api } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { CarForm } from "./car-form.tsx";
import { useListAddress } from "./list-address.ts";
import { AdminTitle } from "#web/admin/admin-title.tsx";
import { makeStale } from "#web/make-stale.ts";

export const meta = () => pageMeta({ title: m.admin_car_add_title() });

export default function AddCarPage() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const place = useListAddress();
  const isSaved = useRef(false);
  const hasSaved = useCallback(() => isSaved.current, []);
  const add = useMutation({
    mutationFn: (body: CarBody) => api(addCar, { body }),
    onSuccess: async ({ name }) => {
      toast({ title: m.admin_car_added({ name }) });
      isSaved.current = true;
      await makeStale(cache, "car");
      await navigate(place);
    },
    onError: () => toast({ title: m.admin_car_add_failed(), variant: "destructive" }),
  });
  return (
    <>
      <AdminTitle title={m.admin_car_add_title()} back={{ to: place, label: m.admin_cars_title() }} />
      <CarForm
        submit={m.admin_car_add()}
        isSending={add.isPending}
        error={add.error}
        colours={paints.map(({ name }) => name)}
        onSave={(body) => add.mutate(body)}
        isSaved={hasSaved}
        back={place}
      />
    </>
  );
}
