import { m } from "#web/paraglide/messages.js";

/** How many messages wait to be read; nothing where none does. */
export const UnreadBadge = ({ unread }: { unread: number }) =>
  unread > 0 && (
    <span className="badge badge-bridge" role="img" aria-label={m.conversations_unread({ count: unread })}>
      {unread}
    </span>
  );
