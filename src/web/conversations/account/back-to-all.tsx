import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

/** From one conversation to the list, where only one of them is shown. */
export const BackToAll = () => (
  <p className="hidden max-[64rem]:block">
    <Link className="link small" to="/dashboard/messages">
      <Icon name="back" />
      {m.conversations_all()}
    </Link>
  </p>
);
