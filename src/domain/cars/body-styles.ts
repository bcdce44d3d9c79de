/** The shapes of car that we tell apart: each has drawings of its own. */
export const bodyStyles = [
  "hatch",
  "compact",
  "sedan",
  "coupe",
  "wagon",
  "electric",
  "luxury",
  "suv",
  "suv-small",
  "suv-large",
  "luxury-suv",
  "pickup",
  "pickup-mid",
  "pickup-electric",
  "minivan",
  "electric-hatch",
  "electric-crossover",
  "electric-large",
  "electric-suv",
] as const;

export type BodyStyle = (typeof bodyStyles)[number];

/** The body of each maker's models, which isn't always their category: an RX 350 is in Luxury, but is an SUV. */
const modelsByBrand: Readonly<Record<string, Readonly<Record<string, BodyStyle>>>> = {
  Audi: { A4: "luxury", Q5: "luxury-suv" },
  BMW: { "330i": "luxury", X3: "luxury-suv", i4: "electric" },
  Chevrolet: { "Bolt EUV": "electric-hatch", "Bolt EV": "electric-hatch", Malibu: "sedan" },
  Ford: { Escape: "suv-small", "F-150": "pickup", "Mustang Mach-E": "electric-crossover" },
  Honda: {
    Accord: "coupe",
    "CR-V": "suv",
    Civic: "compact",
    "HR-V": "suv-small",
    Odyssey: "minivan",
    Ridgeline: "pickup-mid",
  },
  Hyundai: {
    Elantra: "compact",
    "Ioniq 5": "electric-crossover",
    Sonata: "coupe",
    Tucson: "suv-small",
  },
  Kia: {
    Carnival: "minivan",
    EV6: "electric-crossover",
    Forte: "compact",
    K5: "coupe",
    Sorento: "suv-large",
  },
  Lexus: { "ES 350": "luxury", "RX 350": "luxury-suv" },
  Mazda: { "CX-5": "suv-small", Mazda3: "hatch" },
  "Mercedes-Benz": { "C 300": "luxury", "GLC 300": "luxury-suv" },
  Nissan: { Altima: "sedan", Leaf: "electric-hatch", Rogue: "suv-small", Sentra: "compact" },
  Polestar: { "2": "electric" },
  Rivian: { R1T: "pickup-electric" },
  Subaru: { Forester: "suv", Impreza: "hatch", Outback: "wagon" },
  Tesla: {
    "Model 3": "electric",
    "Model S": "electric-large",
    "Model X": "electric-suv",
    "Model Y": "electric-crossover",
  },
  Toyota: {
    Camry: "sedan",
    Corolla: "compact",
    "Corolla Hybrid": "compact",
    Highlander: "suv-large",
    Prius: "coupe",
    RAV4: "suv",
    "RAV4 Prime": "suv",
    Sienna: "minivan",
    Tacoma: "pickup-mid",
  },
  Volkswagen: { "ID.4": "electric-crossover", Jetta: "compact", Tiguan: "suv" },
  Volvo: { XC60: "luxury-suv" },
};

const bodyOfModel: ReadonlyMap<string, BodyStyle> = new Map(
  Object.entries(modelsByBrand).flatMap(([brand, models]) =>
    Object.entries(models).map(([model, body]) => [key(brand, model), body] as const),
  ),
);

const bodyOfCategory: ReadonlyMap<string, BodyStyle> = new Map([
  ["compact", "compact"],
  ["sedan", "sedan"],
  ["suv", "suv"],
  ["truck", "pickup"],
  ["minivan", "minivan"],
  ["electric", "electric"],
  ["luxury", "luxury"],
]);

/** The body of a model that we know; case and spacing don't matter. */
export const knownBodyStyle = ({ brand, model }: { brand: string; model: string }): BodyStyle | undefined =>
  bodyOfModel.get(key(brand, model));

/** The models that we know, by their makers. */
export const knownModels = Object.entries(modelsByBrand).flatMap(([brand, models]) =>
  Object.keys(models).map((model) => ({ brand, model })),
);

/** The body of a model that we know, else the usual one of its category. */
export function bodyStyleFor(car: { brand: string; model: string; category: string }): BodyStyle {
  return knownBodyStyle(car) ?? bodyOfCategory.get(plain(car.category)) ?? "sedan";
}

export function isBodyStyle(word: string): word is BodyStyle {
  return bodyStyles.some((style) => style === word);
}

function key(brand: string, model: string): string {
  return `${plain(brand)}/${plain(model)}`;
}

function plain(words: string): string {
  return words.trim().replace(/\s+/g, " ").toLowerCase();
}
