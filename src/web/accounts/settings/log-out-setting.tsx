import { useLogOut } from "#web/layout/use-log-out.ts";
import { m } from "#web/paraglide/messages.js";
import { Setting } from "./setting.tsx";

/** The way to log out, for users whose settings can't list the sessions one by one. */
export const LogOutSetting = () => (
  <Setting id="set-log-out" title={m.layout_log_out()}>
    <p>
      <LogOutEverywhere look="btn-secondary" />
    </p>
  </Setting>
);

/** Ends every session of the account, this one too. */
export function LogOutEverywhere({ look }: { look: "btn-secondary" | "btn-quiet" }) {
  const logOut = useLogOut();
  return (
    <button className={`btn ${look} btn-sm`} type="button" onClick={() => void logOut("global")}>
      {m.account_log_out_everywhere()}
    </button>
  );
}
