import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { WizardNotices } from "./wizard-notices.tsx";

/** The notices above the steps for a renter who comes back, and whose dates may be taken. */
function shown(justSent: string | undefined, nextFree?: []): string {
  const none = { isUnpaid: false, trouble: undefined, booking: undefined };
  const wanted = { pickupDate: "2027-01-05", returnDate: "2027-02-04" };
  const element = (
    <WizardNotices
      {...none}
      justSent={justSent}
      nextFree={nextFree}
      wanted={wanted}
      onPick={() => undefined}
    />
  );
  const router = createMemoryRouter([{ id: "root", path: "/", element }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

it("a notice says that a booking of the car was just sent, even when its own days are chosen again", () => {
  expect(shown(undefined)).toBe("");
  for (const nextFree of [undefined, [] as []]) {
    const page = shown("7", nextFree);
    expect(page).toContain(m.wizard_just_sent());
    expect(page).toContain('href="/dashboard/trips/7"');
  }
});
