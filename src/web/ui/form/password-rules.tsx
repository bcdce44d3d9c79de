import {
  longestPasswordBytes,
  normalPassword,
  passwordError,
  shortestPassword,
} from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

const open = "flex-none size-3 mx-0.75 mt-1.25 mb-0.75 border-[1.5px] border-ink-faint rounded-full";

/** The rules of a new password, with a tick at each rule that is met. */
export function PasswordRules({
  id,
  password,
  confirmation,
}: {
  id: string;
  password: string;
  /** Undefined if no new password is being chosen: the rules are then listed without saying which are met. */
  confirmation?: string;
}) {
  const isChoosing = confirmation !== undefined;
  const error = passwordError(password);
  const rules = [
    { words: m.password_rule_length({ least: shortestPassword }), isMet: error !== "too_short" },
    // A password is hardly ever too long, so the rule is shown only when one is.
    ...(error === "too_long"
      ? [{ words: m.password_rule_bytes({ most: longestPasswordBytes }), isMet: false }]
      : []),
    ...(isChoosing
      ? [
          {
            words: m.password_rule_same(),
            isMet: password !== "" && normalPassword(password) === normalPassword(confirmation),
          },
        ]
      : []),
  ];
  return (
    <section
      className="rules [&_.i]:mt-0.5 [&_.i]:size-4.5 grid gap-2 px-4.5 py-4 border border-line rounded-md bg-surface text-sm/[1.45]"
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <h2 className="text-sm/[1.4] tracking-[0]" id={`${id}-title`}>
        {m.password_rules()}
      </h2>
      <ul>
        {rules.map(({ words, isMet }) => (
          <li key={words} className={`flex gap-2 ${isMet ? "met text-good" : "text-ink-soft"}`}>
            {isMet ? <Icon name="check" /> : <span className={open} aria-hidden="true" />}
            {words}
            {isChoosing && (
              <span className="sr-only">{isMet ? m.password_rule_met() : m.password_rule_open()}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
