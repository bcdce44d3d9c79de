import { ApiError } from "#web/api.ts";
import { endpointQuery } from "#web/endpoint-query.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import type { OwnOrder } from "#contract/account/orders.ts";
import { getCar } from "#contract/cars.ts";
import { type IncidentKind, incidentKinds } from "#domain/trips/incidents.ts";
import { useAttachments } from "#web/files/use-attachments.ts";
import { SendMessage } from "#web/conversations/send-message.tsx";
import { useBegin } from "#web/conversations/use-begin.ts";
import { useFirstMessage } from "#web/conversations/use-first-message.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { ownOrderQuery, ownOrdersQuery } from "#web/orders/account/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { Field, SelectFrame } from "#web/ui/form/field.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { BackToAll } from "#web/conversations/back-to-all.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";

/** The first words of a report about a running trip. */
const reportWords: Record<IncidentKind, () => { subject: string; text: string }> = {
  accident: () => ({ subject: m.help_subject_accident(), text: m.help_template_accident() }),
  breakdown: () => ({ subject: m.help_subject_breakdown(), text: m.help_template_breakdown() }),
};

/** Reads the value of the subject list: a kind and an id, or undefined for no order and no car. */
function aboutOf(chosen: string) {
  const [kind, id = ""] = chosen.split(" ");
  return kind === "order" ? { orderId: id } : kind === "car" ? { carId: id } : undefined;
}

const orderWords = ({ orderNumber, carName }: Pick<OwnOrder, "orderNumber" | "carName">): string =>
  [m.conversations_about_order({ number: orderNumber }), ...(carName ? [shownCarName(carName)] : [])].join(
    " · ",
  );

/** A new conversation: about one of the user's orders, about the car in the address, or about anything. */
export function NewMessage() {
  const [search] = useSearchParams();
  const orders = useInfiniteQuery(ownOrdersQuery("all"));
  const carId = search.get("car") ?? "";
  const chosenOrder = search.get("order");
  const own = orders.data?.pages.flatMap(({ items }) => items) ?? [];
  // An order that is none of the newest, or of a list that couldn't be read, is written about all the same.
  const isListed = own.some(({ id }) => id === chosenOrder);
  const isListRead = orders.data !== undefined || orders.error !== null;
  const other = useQuery({
    ...ownOrderQuery(chosenOrder ?? ""),
    enabled: chosenOrder !== null && isListRead && !isListed,
  });
  const isMissing = other.error instanceof ApiError && other.error.status === 404;
  const isOther = chosenOrder !== null && !isListed && !isMissing;
  // A rental that hasn't begun or ended long ago can't be reported on: the message is an ordinary one.
  const isReportable = own.find(({ id }) => id === chosenOrder)?.reportable ?? true;
  const reported = incidentKinds.find((kind) => isReportable && kind === search.get("report"));
  const report = reported && reportWords[reported];
  // A report has a draft of its own, so that it begins with its own questions.
  const draft = reported ? `new ${reported}` : "new";
  const car = useQuery({
    ...endpointQuery(getCar, { params: { id: carId } }),
    enabled: carId !== "",
  });
  const files = useAttachments();
  // Kept here: an option that comes or goes as the list is read again must not change what was chosen.
  const [about, setAbout] = useState(chosenOrder ? `order ${chosenOrder}` : carId ? `car ${carId}` : "");
  const begin = useBegin("renter", draft);

  const form = useFirstMessage({
    id: "message",
    draft,
    areFilesOpen: files.isOpen,
    start: report?.(),
    send({ subject, text }) {
      if (begin.isPending) return;
      begin.mutate({
        about: aboutOf(about),
        // A message about something else is not a report.
        report: about === `order ${chosenOrder}` ? reported : undefined,
        subject,
        text,
        attachments: files.ids,
      });
    },
  });
  const isReady = isListRead && !other.isLoading;

  return (
    <article className="grid grid-cols-1 gap-4" aria-labelledby="new-title">
      <BackToAll side="renter" />
      <h2 className="h3" id="new-title">
        {m.messages_new()}
      </h2>
      {isReady && (
        <form className="stack" {...form.props}>
          <p>
            <b>{m.conversations_to()}</b> {brandName()}
          </p>
          <AboutField about={about} onAbout={setAbout}>
            {carId && (
              <option value={`car ${carId}`}>
                {car.data ? shownCarName(car.data.name) : m.conversations_this_car()}
              </option>
            )}
            {isOther && (
              <option value={`order ${chosenOrder}`}>
                {other.data ? orderWords(other.data) : m.conversations_this_order()}
              </option>
            )}
            {own.map((order) => (
              <option key={order.id} value={`order ${order.id}`}>
                {orderWords(order)}
              </option>
            ))}
          </AboutField>
          <TextField {...form.subject} label={m.conversations_subject()} dir="auto" />
          <TextAreaField {...form.text} label={m.conversations_write()} rows={7} dir="auto" />
          <SendMessage files={files} error={begin.error} isSending={begin.isPending} />
        </form>
      )}
    </article>
  );
}

type AboutFieldProps = { about: string; onAbout: (about: string) => void; children: ReactNode };

/** The list of subjects: support, and the given options. */
function AboutField({ about, onAbout, children }: AboutFieldProps) {
  return (
    <Field id="about" label={m.conversations_about()}>
      <SelectFrame>
        <select
          className="control"
          id="about"
          name="about"
          value={about}
          onChange={({ currentTarget }) => onAbout(currentTarget.value)}
        >
          <option value="">{m.conversations_about_support()}</option>
          {children}
        </select>
      </SelectFrame>
    </Field>
  );
}
