import { can, type Permission, permissions } from "#domain/people/permissions.ts";
import { m } from "#web/paraglide/messages.js";
import { permissionWord } from "./right-words.ts";

type PermissionChoicesProps = { held: readonly Permission[]; mine: readonly Permission[] };

const single = permissions.filter((permission) => permission !== "all" && permission !== "all_permissions");

/**
 * Checkboxes for an administrator's permissions. The signed-in administrator can neither give nor take a
 * permission that they lack: it stays as it is.
 */
export function PermissionChoices({ held, mine }: PermissionChoicesProps) {
  const me = { role: "admin", permissions: mine } as const;
  const choice = (permission: Permission) => {
    const isMine = can(me, permission);
    const isHeld = held.includes(permission);
    return (
      <label className="choice" key={permission}>
        <input
          type="checkbox"
          name={isMine ? "permission" : undefined}
          value={permission}
          defaultChecked={isHeld}
          disabled={!isMine}
        />
        <span>{permissionWord(permission)}</span>
        {!isMine && isHeld && <input type="hidden" name="permission" value={permission} />}
      </label>
    );
  };
  return (
    <fieldset className="grid gap-0.5">
      <legend className="label mb-1">{m.admin_users_permissions()}</legend>
      {choice("all")}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-4 gap-y-0.5 [fieldset:has([value=all]:checked)>&]:hidden">
        {single.map(choice)}
      </div>
    </fieldset>
  );
}

/** The values that were ticked in a form. */
export const chosenPermissions = (form: HTMLFormElement): Permission[] => {
  const ticked = new FormData(form).getAll("permission");
  return permissions.filter((permission) => ticked.includes(permission));
};
