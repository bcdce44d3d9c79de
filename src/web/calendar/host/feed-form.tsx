import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addCarFeed, type CarFeed } from "#contract/host/calendar.ts";
import { feedLimits } from "#domain/calendar/feeds.ts";
import { carFeedFields } from "#domain/fields/calendar.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { refusalOf } from "#web/ui/form/form-rules.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { useIdFor } from "#web/ui/form/use-id-for.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { Notice } from "#web/ui/notice.tsx";

const most = () => m.calendar_feeds_most({ count: feedLimits.feeds });
/** The words for refusals of the whole form, by code. */
const refusals: Record<string, () => string> = {
  conflict: m.calendar_feed_known,
  too_many_calendars: most,
};
const rules = { fields: carFeedFields };

/** Adds a calendar for a car to follow. It is read at once: the form shows the result, or why it can't be read. */
export function FeedForm({ carId, count }: { carId: string; count: number }) {
  const cache = useQueryClient();
  const [found, setFound] = useState<CarFeed>();
  const [refusal, setRefusal] = useState("");
  const { idFor, forget } = useIdFor();
  const { props, field, isSending, failure } = useForm({
    rules,
    id: `feed-${carId}`,
    words: (name, code) =>
      code === "refused" && name === "url" && refusal ? refusal : errorWords({}, name, code),
    send: async (body, form) => {
      setFound(undefined);
      setRefusal("");
      try {
        setFound(await api(addCarFeed, { params: { id: carId }, body: { id: idFor(body), ...body } }));
      } catch (error) {
        // The server's message gives the other service's answer, in the user's language.
        setRefusal(refusalOf(error)?.fields?.url?.message ?? "");
        throw error;
      }
      forget();
      form.reset();
      await makeStale(cache, "car");
    },
  });

  const known = refusals[failureCode(failure)];
  return (
    <>
      <div role="status">
        {found && (
          <Notice kind="good">
            {m.calendar_feed_found({
              label: found.label,
              events: m.calendar_events({ count: found.events }),
              days: m.common_days({ days: found.days }),
            })}
          </Notice>
        )}
      </div>
      {count >= feedLimits.feeds ? (
        <p className="small muted">{most()}</p>
      ) : (
        <form
          className="grid grid-cols-[minmax(9rem,1fr)_minmax(0,2fr)_auto] items-start gap-x-4 gap-y-3 max-md:grid-cols-1"
          {...props}
        >
          <TextField
            {...field("label")}
            label={m.calendar_feed_name()}
            placeholder={m.calendar_feed_name_example()}
          />
          <TextField
            {...field("url")}
            label={m.calendar_feed_url()}
            hint={m.calendar_feed_url_hint()}
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
          />
          <SubmitButton className="btn btn-secondary md:mt-6.5" isSending={isSending}>
            {m.calendar_feed_add()}
          </SubmitButton>
          <div className="col-span-full empty:hidden">
            {known ? (
              <Notice kind="bad" isAlert>
                {known()}
              </Notice>
            ) : (
              <Failed error={failure} />
            )}
          </div>
        </form>
      )}
    </>
  );
}
