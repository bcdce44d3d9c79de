import { Link } from "react-router";
import type { Answer } from "#contract/endpoint.ts";
import type { listNewestReviews } from "#contract/reviews.ts";
import { carAddress } from "#web/cars/address.ts";
import { m } from "#web/paraglide/messages.js";
import { Stars } from "#web/reviews/stars.tsx";
import { Quote, Quotes } from "./voices.tsx";

/** What renters say, as soon as enough of them have. */
export function Reviews({ reviews }: { reviews: Answer<typeof listNewestReviews> }) {
  return (
    <Quotes title={m.home_reviews_title()} note={m.home_reviews_note()}>
      {reviews.map(({ id, rating, comment, language, author, car }) => (
        <Quote key={id} words={comment} language={language} name={author || m.reviews_somebody()}>
          <Stars rating={rating} />
          <p>
            <Link className="linklike" to={`${carAddress(car.id)}#reviews`}>
              {m.home_reviews_car({ name: car.name, year: car.year })}
            </Link>
          </p>
        </Quote>
      ))}
    </Quotes>
  );
}
