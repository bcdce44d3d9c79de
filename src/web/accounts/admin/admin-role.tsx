import { useState } from "react";
import { can, type Permission } from "#domain/people/permissions.ts";
import { type NamedRole, namedRoleNames, namedRoleOf, namedRoles } from "#domain/people/named-roles.ts";
import { m } from "#web/paraglide/messages.js";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { PermissionChoices } from "./permission-choices.tsx";
import { namedRoleWords } from "./right-words.ts";

type AdminRoleProps = { held: readonly Permission[]; mine: readonly Permission[] };

/**
 * An administrator's role: a named set of permissions, or single permissions to tick. A set that holds a
 * permission which the signed-in administrator lacks can't be chosen.
 */
export function AdminRole({ held, mine }: AdminRoleProps) {
  const [chosen, setChosen] = useState<NamedRole | "custom">(namedRoleOf(held) ?? "custom");
  const me = { role: "admin", permissions: mine } as const;
  const isMine = (name: NamedRole) => namedRoles[name].every((permission) => can(me, permission));
  const offered = namedRoleNames.filter((name) => name === chosen || isMine(name));
  return (
    <>
      <Field id="person-desk-role" label={m.admin_users_named()}>
        <SelectFrame>
          <select
            className="control"
            id="person-desk-role"
            value={chosen}
            onChange={({ currentTarget: { value } }) =>
              setChosen(namedRoleNames.find((name) => name === value) ?? "custom")
            }
          >
            {[...offered, "custom" as const].map((name) => (
              <option key={name} value={name}>
                {namedRoleWords[name]()}
              </option>
            ))}
          </select>
        </SelectFrame>
      </Field>
      {chosen === "custom" ? (
        <PermissionChoices held={held} mine={mine} />
      ) : (
        namedRoles[chosen].map((permission) => (
          <input key={permission} type="hidden" name="permission" value={permission} />
        ))
      )}
    </>
  );
}
