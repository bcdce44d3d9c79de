import { data } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { NotFound } from "./lost.tsx";
import { pageMeta } from "./page-meta.ts";

export const loader = () => data(null, { status: 404 });
export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.layout_not_found_title() });

export default NotFound;
