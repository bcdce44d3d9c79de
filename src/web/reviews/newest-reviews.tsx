import { Link } from "react-router";
import type { Answer } from "#contract/endpoint.ts";
import type { listNewestReviews } from "#contract/reviews.ts";
import { m } from "#web/paraglide/messages.js";
import { Quote, Quotes } from "#web/ui/quotes.tsx";
import { Stars } from "./stars.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";

/** The newest reviews by renters, once there are enough. */
export function NewestReviews({ reviews }: { reviews: Answer<typeof listNewestReviews> }) {
  return (
    <Quotes title={m.reviews_newest_title()} note={m.reviews_newest_note()}>
      {reviews.map(({ id, rating, comment, language, author, car }) => (
        <Quote key={id} words={comment} language={language} name={author || m.reviews_somebody()}>
          <Stars rating={rating} />
          <p>
            <Link className="linklike" to={`/cars/${car.id}#reviews`}>
              {m.reviews_newest_car({ name: shownCarName(car.name), year: car.year })}
            </Link>
          </p>
        </Quote>
      ))}
    </Quotes>
  );
}
