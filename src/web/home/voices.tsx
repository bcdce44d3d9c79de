import { Quote, Quotes } from "#web/ui/quotes.tsx";
import type { HomeContent } from "./home-content.ts";

/** Sample quotes, marked as samples, as long as few renters have written a review. */
export function Voices({ title, note, items }: HomeContent["voices"]) {
  return (
    <Quotes title={title} note={note}>
      {items.map(({ quote, name, what }) => (
        <Quote key={name} words={quote} name={name}>
          {what}
        </Quote>
      ))}
    </Quotes>
  );
}
