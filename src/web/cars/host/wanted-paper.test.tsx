import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import type { CarPaper, HostCar } from "#contract/host-cars.ts";
import { applicationQuery } from "#web/accounts/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { CarActions } from "./car-actions.tsx";
import { CarFilesSender } from "./car-files.tsx";
import { CarStanding } from "./car-standing.tsx";
import type { Saver } from "./saver.ts";

const today = "2026-11-29";
const paper = (kind: CarPaper["kind"], lastDay: string, isAccepted: boolean): CarPaper => ({
  id: crypto.randomUUID(),
  kind,
  lastDay,
  isAccepted,
  createdAt: "2026-01-01T00:00:00Z",
});
const over = [paper("registration", "2027-03-01", true), paper("insurance", "2026-11-28", true)];

/** What a host reads of a paused car, and may do with it. */
function shown(car: Pick<HostCar, "papers" | "lacks">, mayList = true): string {
  const paused = { id: "7", state: "paused", waiting: [], reason: "", ...car } as unknown as HostCar;
  const cache = new QueryClient();
  cache.setQueryData(applicationQuery.queryKey, {
    status: mayList ? "approved" : "none",
    wasHost: true,
    since: null,
  });
  const router = createMemoryRouter(
    [
      {
        id: "root",
        path: "/",
        loader: () => ({ today }),
        element: (
          <CarFilesSender saver={{ read: () => ({ car: paused }) } as Saver}>
            <CarStanding car={paused} />
            <CarActions car={paused} mayList={mayList} onChanged={() => undefined} />
          </CarFilesSender>
        ),
      },
    ],
    { hydrationData: { loaderData: { root: { today } } } },
  );
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

describe("a car paused for an expired paper", () => {
  it("a car paused for an expired paper can't be listed again without a new one", () => {
    const html = shown({ papers: over, lacks: ["insurance"] });
    expect(html).toContain(m.host_paused_papers());
    expect(html).not.toContain(m.host_resume());
  });

  it("a paused car waits while its new paper is being checked", () => {
    const html = shown({
      papers: [...over, paper("insurance", "2027-11-28", false)],
      lacks: ["insurance"],
    });
    expect(html).toContain(m.host_paused_checking());
    expect(html).not.toContain(m.host_paused_papers());
    expect(html).not.toContain(m.host_resume());
  });

  it("a paused car with two expired papers still needs the one that was not sent", () => {
    const html = shown({
      papers: [paper("registration", "2026-11-01", true), ...over, paper("insurance", "2027-11-28", false)],
      lacks: ["registration", "insurance"],
    });
    expect(html).toContain(m.host_paused_papers());
  });

  it("a paused car needs another paper if the new one has expired in the meantime", () => {
    const html = shown({
      papers: [...over, paper("insurance", "2026-11-28", false)],
      lacks: ["insurance"],
    });
    expect(html).toContain(m.host_paused_papers());
  });

  it("a former host isn't asked for papers of a car that they can't list again", () => {
    for (const papers of [over, [...over, paper("insurance", "2027-11-28", false)]]) {
      const html = shown({ papers, lacks: ["insurance"] }, false);
      expect(html).toContain(m.host_paused_text().split("’").at(-1));
      expect(html).not.toContain(m.host_paused_papers());
      expect(html).not.toContain(m.host_paused_checking());
    }
  });

  it("a paused car can be listed again once no paper is missing", () => {
    const whole = {
      papers: [paper("registration", "2027-03-01", true), paper("insurance", "2027-11-28", true)],
      lacks: [],
    };
    const html = shown(whole);
    expect(html).toContain(m.host_resume());
    // Nobody else than a host can list a car.
    expect(shown(whole, false)).not.toContain(m.host_resume());
    expect(html).not.toContain(m.host_paused_papers());
  });
});
