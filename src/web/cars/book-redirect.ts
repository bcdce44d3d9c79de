import { redirect } from "react-router";
import type { Route } from "./+types/book-redirect.ts";

/** A car is booked on its own page: /book/{id} leads to the form there, with the dates that came along. */
export function loader({ params, request }: Route.LoaderArgs) {
  return redirect(`/cars/${encodeURIComponent(params.carId)}${new URL(request.url).search}#request`);
}
