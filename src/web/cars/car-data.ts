import type { Car } from "#contract/cars.ts";
import { brand } from "#domain/brand.ts";
import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageAddress } from "#web/layout/page-address.ts";
import { m } from "#web/paraglide/messages.js";
import { imageAddress } from "#web/ui/car-image.tsx";
import { carAddress } from "./address.ts";

/** A car for search engines: its facts, its price for a month, and its place in the site. */
export function carData(car: Car, origin: string, plusTax?: boolean): Record<string, unknown>[] {
  const offer = {
    "@type": "Offer",
    businessFunction: "http://purl.org/goodrelations/v1#LeaseOut",
    url: pageAddress(origin, carAddress(car.id)),
    price: car.monthlyPrice,
    priceCurrency: brand.currency,
    availability: `https://schema.org/${car.available ? "InStock" : "OutOfStock"}`,
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price: car.monthlyPrice,
      priceCurrency: brand.currency,
      unitCode: "MON",
      ...(plusTax && { valueAddedTaxIncluded: false }),
    },
  };
  const product = {
    "@type": "Product",
    name: `${car.name} ${car.year}`,
    description: car.description || car.descriptionZh,
    category: car.category,
    color: car.colour,
    model: car.model,
    brand: { "@type": "Brand", name: car.brand },
    image: car.pictures.map((image) => new URL(imageAddress(image), origin || "http://localhost").href),
    offers: offer,
    ...(car.rating && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: car.rating.mean,
        reviewCount: car.rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
  return [
    product,
    breadcrumbs(origin, [
      { name: m.cars_title(), path: "/cars" },
      { name: car.name, path: carAddress(car.id) },
    ]),
  ];
}
