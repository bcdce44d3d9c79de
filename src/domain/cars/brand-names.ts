import type { Language } from "#domain/languages.ts";

/** What Chinese readers call each make. Other spellings that a search understands are in `search-aliases.ts`. */
export const chineseBrands: Readonly<Record<string, string>> = {
  Acura: "讴歌",
  "Alfa Romeo": "阿尔法·罗密欧",
  Audi: "奥迪",
  BMW: "宝马",
  Buick: "别克",
  Cadillac: "凯迪拉克",
  Chevrolet: "雪佛兰",
  Chrysler: "克莱斯勒",
  Dodge: "道奇",
  Fiat: "菲亚特",
  Ford: "福特",
  Genesis: "捷尼赛思",
  GMC: "吉姆西",
  Honda: "本田",
  Hyundai: "现代",
  Infiniti: "英菲尼迪",
  Jaguar: "捷豹",
  Jeep: "吉普",
  Kia: "起亚",
  "Land Rover": "路虎",
  Lexus: "雷克萨斯",
  Lincoln: "林肯",
  Lucid: "路西德",
  Maserati: "玛莎拉蒂",
  Mazda: "马自达",
  "Mercedes-Benz": "奔驰",
  MINI: "迷你",
  Mitsubishi: "三菱",
  Nissan: "日产",
  Polestar: "极星",
  Porsche: "保时捷",
  Ram: "公羊",
  Rivian: "里维安",
  Subaru: "斯巴鲁",
  Tesla: "特斯拉",
  Toyota: "丰田",
  Volkswagen: "大众",
  Volvo: "沃尔沃",
};

const byLatin = new Map(Object.entries(chineseBrands).map(([latin, name]) => [latin.toLowerCase(), name]));

/** "丰田 Toyota" for Chinese readers: the name that they know, beside the one on the car. */
export function brandNameIn(brand: string, language: Language): string {
  const chinese = language === "zh" ? byLatin.get(brand.trim().toLowerCase()) : undefined;
  return chinese ? `${chinese} ${brand}` : brand;
}

/** A car's name, which begins with its make: "丰田 Toyota Camry" for Chinese readers. */
export function carNameIn(name: string, language: Language): string {
  if (language !== "zh") return name;
  const [first = "", second = ""] = name.toLowerCase().split(/\s+/, 2);
  const chinese = byLatin.get(`${first} ${second}`) ?? byLatin.get(first);
  return chinese ? `${chinese} ${name}` : name;
}
