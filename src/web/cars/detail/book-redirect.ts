import { redirect } from "react-router";
import type { Route } from "./+types/book-redirect.ts";
import { carAddress } from "#web/cars/address.ts";

/** A car is booked on its own page: /book/{id} leads to the form there, with the dates that came along. */
export function loader({ params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const dates = { pickupDate: query.get("pickupDate") ?? "", returnDate: query.get("returnDate") ?? "" };
  return redirect(`${carAddress(encodeURIComponent(params.carId), dates)}#request`);
}
