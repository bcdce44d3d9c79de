import { redirect } from "react-router";

/** What administrators type. */
export const loader = () => redirect("/admin/dashboard");
