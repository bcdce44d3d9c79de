type NamedCar = { id: string; name: string; brand: string; city: string; category: string };

/** What an order keeps of its car, which says what was ordered whatever becomes of the car. */
export const carColumns = ({ id, name, brand, city, category }: NamedCar) => ({
  carId: id,
  carName: name,
  carBrand: brand,
  city,
  category,
});
