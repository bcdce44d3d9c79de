import { m } from "#web/paraglide/messages.js";
import { CarImage } from "#web/ui/car-image.tsx";
import { Carousel } from "#web/ui/carousel.tsx";
import { useSlides } from "#web/ui/use-slides.ts";
import { imageWords } from "#web/cars/image-words.ts";
import type { ShownCar } from "#web/cars/shown-car.ts";
import { viewWord } from "#web/cars/vocabulary.ts";

const stageSizes = "(min-width: 77rem) 48rem, (min-width: 68rem) 58vw, 100vw";
const thumbSizes = "(min-width: 68rem) 9rem, 18vw";
const slideId = (place: number) => `picture-${place + 1}`;

/** All pictures of a car. The small pictures link to the large ones, so they also work without JavaScript. */
export function Gallery({ car }: { car: Pick<ShownCar, "name" | "colour" | "pictures"> }) {
  const slides = useSlides(car.pictures.length);
  const { index, goTo } = slides;
  return (
    <section className="min-w-0">
      <div className="stage">
        <Carousel
          {...slides}
          label={m.cars_images_of({ name: car.name })}
          slideId={slideId}
          slides={car.pictures.map((image, place) => ({
            key: image.url,
            content: (
              <CarImage image={image} alt={imageWords(car, image)} sizes={stageSizes} isFirst={place === 0} />
            ),
          }))}
        />
        {car.pictures.some((image) => image.illustration) && (
          <span className="drawn left-4 bottom-3.5 text-xs/[1.4]">{m.cars_illustration()}</span>
        )}
        {car.pictures.length > 1 && (
          <p className="badge badge-plain absolute right-4 bottom-4 num" aria-hidden="true">
            {index + 1} / {car.pictures.length}
          </p>
        )}
      </div>
      {car.pictures.length > 1 && (
        <ul className="grid grid-cols-5 gap-3 mt-3 max-md:gap-2">
          {car.pictures.map((image, place) => (
            <li key={image.url}>
              <a
                className="thumb block aspect-3/2 rounded-md"
                href={`#${slideId(place)}`}
                aria-label={viewWord(image.view)}
                aria-current={place === index || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(place);
                }}
              >
                <CarImage image={{ ...image, placeholder: undefined }} alt="" sizes={thumbSizes} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
