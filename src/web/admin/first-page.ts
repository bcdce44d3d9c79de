import { redirect } from "react-router";

/** Leads from `/admin` to the dashboard. */
export const loader = () => redirect("/admin/dashboard");
