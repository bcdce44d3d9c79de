import { data } from "react-router";
import { m } from "#web/paraglide/messages.js";

export const loader = () => data(null, { status: 404 });

export default function NotFoundPage() {
  return <h1>{m.not_found_title()}</h1>;
}
