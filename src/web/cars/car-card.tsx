import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { CarImage } from "#web/ui/car-image.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { Emphasised } from "#web/ui/emphasised.tsx";
import { rentalDays, type Rental } from "#domain/pricing/rental-length.ts";
import { showMoney, showWholeMoney } from "#web/ui/format/money.ts";
import { Heart } from "#web/ui/heart/heart.tsx";
import { useSlides } from "#web/ui/use-slides.ts";
import { bookAddress, carAddress } from "./address.ts";
import { imageWords } from "./image-words.ts";
import { Say } from "./say.tsx";
import type { ShownCar } from "./shown-car.ts";
import { Rating } from "./rating.tsx";
import { categoryWord, featureWord, cityWord } from "./vocabulary.ts";

/** The width of a card's picture in the grid `.cars`. */
const sizes = "(min-width: 77rem) 18rem, (min-width: 52rem) 30vw, (min-width: 40rem) 45vw, 90vw";

const widest = 780;

type CarCardProps = { car: ShownCar; dates?: Rental | undefined; isFirst?: boolean };

export function CarCard({ car, dates, isFirst = false }: CarCardProps) {
  const to = carAddress(car.id, dates);
  return (
    <li className="car">
      <CardImages car={car} to={to} isFirst={isFirst} />
      <Heart carId={car.id} name={car.name} />
      <div className="car-text">
        <h3 className="car-name">
          <Link to={to}>{car.name}</Link>
        </h3>
        <p className="text-sm/[1.45] text-ink-soft">
          {m.cars_card_model({ brand: car.brand, model: car.model, year: car.year })}
        </p>
        <p className="text-sm/[1.45] text-ink-soft">
          <Say word={cityWord(car.city)} />
          {m.cars_separator()}
          {m.cars_card_min_days({ days: car.minRentDays })}
        </p>
        {car.rating && <Rating {...car.rating} />}
        <ul className="facts text-sm/[1.45] text-ink-soft">
          {car.features.map((feature) => (
            <li key={feature}>
              <Say word={featureWord(feature)} />
            </li>
          ))}
        </ul>
        <div className="car-foot">
          <p className="price">
            {/* A host's preview may lack the price. */}
            {Number(car.monthlyPrice) > 0 && (
              <Emphasised
                sentence={(price) => m.cars_from_price({ price })}
                word={showWholeMoney(car.monthlyPrice)}
              />
            )}
            {car.plusTax && ` ${m.common_plus_tax()}`}
            {car.total && dates && (
              <span className="block mt-1 text-ink">
                {m.car_total_for({ total: showMoney(car.total), days: rentalDays(dates) })}
              </span>
            )}
          </p>
          <Link
            className="btn btn-secondary btn-sm"
            to={bookAddress(car.id, dates)}
            aria-label={m.cars_book_now_label({ name: car.name })}
          >
            {m.cars_book_now()}
          </Link>
        </div>
      </div>
    </li>
  );
}

function CardImages({ car, to, isFirst }: { car: ShownCar; to: string; isFirst: boolean }) {
  const slides = useSlides(car.pictures.length);
  return (
    <div className="car-shot">
      <Carousel
        {...slides}
        label={m.cars_images_of({ name: car.name })}
        slides={car.pictures.map((image, place) => ({
          key: image.url,
          content: (
            <Link className="block h-full" to={to} tabIndex={-1}>
              <CarImage
                image={image}
                alt={imageWords(car, image)}
                sizes={sizes}
                widest={widest}
                isFirst={isFirst && place === 0}
              />
            </Link>
          ),
        }))}
      />
      <span className="badge badge-plain">{categoryWord(car.category)}</span>
      {car.pictures.some((image) => image.illustration) && (
        <span className="drawn left-3 bottom-2 text-[0.6875rem]/[1.4]">{m.cars_illustration()}</span>
      )}
      {car.pictures.length > 1 && (
        <span className="dots absolute right-3 bottom-3 flex gap-1.25 pointer-events-none" aria-hidden="true">
          {car.pictures.map((image, place) => (
            <i key={image.url} className={place === slides.index ? "now" : undefined} />
          ))}
        </span>
      )}
    </div>
  );
}
