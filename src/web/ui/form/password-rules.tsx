import { longestPasswordBytes, passwordError, shortestPassword } from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";

/** What a new password needs, with a tick at what it has already. */
export function PasswordRules({
  id,
  password,
  confirmation,
}: {
  id: string;
  password: string;
  confirmation: string;
}) {
  const error = passwordError(password);
  const rules = [
    { words: m.password_rule_length({ least: shortestPassword }), isMet: error !== "too_short" },
    // Hardly anybody comes near it: said only to whoever does.
    ...(error === "too_long"
      ? [{ words: m.password_rule_bytes({ most: longestPasswordBytes }), isMet: false }]
      : []),
    { words: m.password_rule_same(), isMet: password !== "" && password === confirmation },
  ];
  return (
    <section className="rules" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{m.password_rules()}</h2>
      <ul>
        {rules.map(({ words, isMet }) => (
          <li key={words} className={isMet ? "met" : undefined}>
            {isMet ? <Icon name="check" /> : <span className="rule-open" aria-hidden="true" />}
            {words}
            <span className="sr-only">{isMet ? m.password_rule_met() : m.password_rule_open()}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
