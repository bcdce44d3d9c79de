import { Link } from "react-router";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { ownPages } from "./own-pages.ts";

/** A link from one conversation to the list, on screens that show only one of them. */
export const BackToAll = ({ side }: { side: PeopleSide }) => (
  <p className="hidden max-[64rem]:block">
    <Link className="link small" to={ownPages[side]}>
      <Icon name="back" />
      {m.conversations_all()}
    </Link>
  </p>
);
