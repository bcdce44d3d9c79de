import { useLogOut } from "#web/layout/use-log-out.ts";
import { m } from "#web/paraglide/messages.js";
import { Setting } from "./setting.tsx";

/** Ends every session of the account, this one too. */
export function LogOutSetting() {
  const logOut = useLogOut();
  return (
    <Setting id="set-log-out" title={m.layout_log_out()}>
      <p>
        <button className="btn btn-secondary btn-sm" type="button" onClick={() => void logOut("global")}>
          {m.account_log_out_everywhere()}
        </button>
      </p>
    </Setting>
  );
}
