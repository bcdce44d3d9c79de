type NamedCar = { id: string; name: string; brand: string; city: string; category: string };

/** The car's data that an order keeps: it still says what was ordered if the car changes. */
export const carColumns = ({ id, name, brand, city, category }: NamedCar) => ({
  carId: id,
  carName: name,
  carBrand: brand,
  city,
  category,
});
