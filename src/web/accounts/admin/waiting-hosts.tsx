import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { HostApplications } from "./host-applications.tsx";
import { UserDialog } from "./user-dialog.tsx";

/** The people who want to lend a car, on the page of the fleet. */
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
