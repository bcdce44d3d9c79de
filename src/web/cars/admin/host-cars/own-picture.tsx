import { useQuery } from "@tanstack/react-query";
import { ownPictureQuery } from "#web/cars/host/own-picture.ts";
import { m } from "#web/paraglide/messages.js";

/** A picture of a host's car, which may not be public. */
export function OwnPicture({ carId, url, place }: { carId: string; url: string; place: number }) {
  const { data } = useQuery(ownPictureQuery(carId, url, 480));
  const alt = m.host_picture_place({ place });
  return data ? (
    <img className="w-full aspect-3/2 object-cover rounded-md" src={data} alt={alt} />
  ) : (
    <span className="block w-full aspect-3/2 rounded-md bg-sunken" />
  );
}
