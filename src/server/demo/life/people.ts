import type { Language } from "#domain/languages.ts";

export type Renter = { name: string; email: string; phone: string; place: string; language: Language };

const renter = (name: string, place: string, language: Language = "en"): Renter => ({
  // The name shows that no real person has rented a car.
  name: language === "zh" ? `${name}（示例）` : `${name} (example)`,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@longbay.example`,
  phone: `+1 650 555 01${String(10 + place.length)}`,
  place,
  language,
});

/** Renters of the demonstration. None of them is a real person. */
export const renters: readonly [Renter, ...Renter[]] = [
  renter("Mei Zhang", "2685 Marine Way, Mountain View", "zh"),
  renter("Jordan Brooks", "400 Castro Street, Mountain View"),
  renter("Priya Natarajan", "1 Rancho San Antonio, Cupertino"),
  renter("Wei Liu", "88 South Fourth Street, San Jose", "zh"),
  renter("Tomas Alvarez", "600 Third Street, San Francisco"),
  renter("Hannah Kim", "210 University Avenue, Palo Alto"),
  renter("Li Na Wang", "39300 Fremont Boulevard, Fremont", "zh"),
  renter("Samuel Okafor", "55 West Third Avenue, San Mateo"),
  renter("Yan Chen", "10 Murphy Avenue, Sunnyvale", "zh"),
  renter("Grace Sullivan", "1200 Lincoln Avenue, San Jose"),
  renter("Daniel Petrov", "3000 El Camino Real, Palo Alto"),
  renter("Xin Yi Huang", "150 Mathilda Avenue, Sunnyvale", "zh"),
];
