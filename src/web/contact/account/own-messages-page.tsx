import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { listOwnMessages, OwnMessage } from "#contract/account/messages.ts";
import { Failed, Waiting } from "#web/accounts/settings/setting.tsx";
import { api } from "#web/api.ts";
import { brandName } from "#web/layout/brand-mark.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { showAge } from "#web/ui/format/moment.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./own-messages.module.css";

export const meta = () => pageMeta({ title: m.me_nav_messages() });

const ownMessagesQuery = queryOptions({
  queryKey: ["api", "account", "messages"],
  queryFn: () => api<typeof listOwnMessages>({ method: "GET", path: "/api/account/messages" }),
});

/** What one has written to us, with our answers. */
export default function OwnMessagesPage() {
  const { data: messages, error } = useQuery(ownMessagesQuery);
  return (
    <>
      <header className="me-head">
        <h1 className="h2">{m.me_nav_messages()}</h1>
        <Link className="btn btn-primary" to="/contact">
          <Icon name="pen" />
          {m.messages_new()}
        </Link>
      </header>
      <Failed error={error} />
      {!messages && !error && <Waiting />}
      {messages?.length === 0 && (
        <div className="empty">
          <p>{m.messages_none()}</p>
        </div>
      )}
      {messages && messages.length > 0 && (
        <ul className={styles.messages}>
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      )}
      <p className="small muted">{m.messages_hint()}</p>
    </>
  );
}

function Message({ message }: { message: OwnMessage }) {
  return (
    <li>
      <details>
        <summary>
          <span className={styles.from}>{message.from === "you" ? m.messages_you() : brandName()}</span>
          <span className={styles.words}>
            <b>{message.subject}</b>
            <span>{message.preview}</span>
          </span>
          <time dateTime={message.timestamp}>{showAge(message.timestamp)}</time>
        </summary>
        <div className={styles.thread}>
          <Said by={m.messages_you()} words={message.message} />
          {message.answer !== null ? (
            <Said by={brandName()} words={message.answer} />
          ) : (
            <p className="small muted">{m.messages_unanswered()}</p>
          )}
        </div>
      </details>
    </li>
  );
}

const Said = ({ by, words }: { by: string; words: string }) => (
  <div>
    <b>{by}</b>
    <p>{words}</p>
  </div>
);
