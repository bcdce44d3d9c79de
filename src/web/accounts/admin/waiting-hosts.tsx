import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { HostApplications } from "./host-applications.tsx";
import { UserDialog } from "./user-dialog.tsx";

/** Who wants to lend a car, where the fleet is looked at. */
export function WaitingHosts() {
  const [chosen, setChosen] = useState("");
  return (
    <section aria-labelledby="waiting-hosts">
      <h2 className="h3" id="waiting-hosts">
        {m.admin_users_hosts()}
      </h2>
      <HostApplications onChoose={setChosen} />
      {chosen && <UserDialog key={chosen} id={chosen} onClose={() => setChosen("")} />}
    </section>
  );
}
