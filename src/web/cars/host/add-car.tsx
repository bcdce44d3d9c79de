import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { addHostCar } from "#contract/host/cars.ts";
import { api } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Creates a car and opens its form. Two presses create only one car. */
export function AddCar({ label = m.host_add_car() }: { label?: string }) {
  const navigate = useNavigate();
  const [id] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: () => api(addHostCar, { body: { id, language: currentLanguage() } }),
    onSuccess: ({ id }) => navigate(`/host/cars/${id}`),
  });
  return (
    <div className="stack gap-2">
      <button
        className="btn btn-primary justify-self-start"
        type="button"
        aria-busy={add.isPending || undefined}
        onClick={() => !add.isPending && add.mutate()}
      >
        <Icon name="plus" />
        {label}
      </button>
      <Failed error={add.error} />
    </div>
  );
}
