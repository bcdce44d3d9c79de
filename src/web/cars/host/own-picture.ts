import { queryOptions } from "@tanstack/react-query";
import { privatePicture } from "#web/private-picture.ts";

/** A picture of the host's own car, `width` pixels wide. It is private until the car is listed. */
export const ownPictureQuery = (carId: string, url: string, width: 480 | 1000) => {
  const name = url.slice(url.lastIndexOf("/") + 1);
  const file = name.replace(/\.webp$/, `-${width}.webp`);
  return queryOptions({
    queryKey: ["own-picture", carId, file],
    queryFn: () => privatePicture(`/api/host/cars/${carId}/images/${file}`),
    staleTime: Infinity,
  });
};
