import { type ComponentType, useEffect, useRef, useState } from "react";
import type { Location } from "#contract/cars.ts";
import type { City } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { listAddress, type ListQuery } from "./list-query.ts";

/** Draws the cities of the Bay Area, each as a link. */
export type MapOfCities = ComponentType<{
  locations: Location[];
  addressOf: (city: City) => string;
  chosen: string;
  isDrawn: boolean;
  onChoose: () => void;
}>;

type CityMapProps = { filters: ListQuery; locations: Location[]; map: MapOfCities };

const mapId = "city-map";

/** A button beside the cities, and the map that it opens. The drawing is fetched when it is. */
export function CityMap({ filters, locations, map: Drawing }: CityMapProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  // The user may have opened the map before the application loaded.
  useEffect(() => {
    if (panel.current?.matches(":popover-open")) setDrawn(true);
  }, []);
  return (
    <>
      <button
        className="btn btn-secondary btn-icon map-open"
        type="button"
        popoverTarget={mapId}
        aria-label={m.cars_city_map()}
      >
        <Icon name="pin" />
      </button>
      <div
        className="city-map m-auto w-[min(100vw-2rem,36rem)] h-[min(94vw,32rem)] border border-line rounded-xl bg-water shadow-float text-inherit overflow-hidden"
        id={mapId}
        popover="auto"
        ref={panel}
        onToggle={({ newState }) => newState === "open" && setDrawn(true)}
      >
        <button
          className="btn btn-secondary btn-icon absolute right-3 top-3 z-3"
          type="button"
          popoverTarget={mapId}
          popoverTargetAction="hide"
          aria-label={m.cars_city_map_close()}
        >
          <Icon name="close" />
        </button>
        <Drawing
          locations={locations}
          addressOf={(city) => listAddress(filters, { location: city })}
          chosen={filters.location}
          isDrawn={isDrawn}
          onChoose={() => panel.current?.hidePopover()}
        />
      </div>
    </>
  );
}
