import type { Category } from "./cars.ts";

type ComparedCar = { name: string; brand: string; category: Category; city: string; colour: string };
const ways = ["name", "category", "brand", "city", "colour"] as const;

/**
 * Returns `count` of the cars that differ the most in model, category, brand, city and color. Of cars that
 * differ equally, the first is taken.
 */
export function varied<T extends ComparedCar>(cars: readonly T[], count: number): T[] {
  const chosen: T[] = [];
  while (chosen.length < Math.min(count, cars.length)) {
    const news = (car: T): number =>
      ways.filter((way) => chosen.every((other) => other[way] !== car[way])).length;
    const left = cars.filter((car) => !chosen.includes(car));
    const most = Math.max(...left.map(news));
    chosen.push(...left.filter((car) => news(car) === most).slice(0, 1));
  }
  return chosen;
}
