/** Brands as Chinese speakers write them, so that a search in Chinese finds the Latin names the cars carry. */
const chineseBrands: Record<string, string> = {
  特斯拉: "tesla",
  丰田: "toyota",
  豐田: "toyota",
  本田: "honda",
  福特: "ford",
  宝马: "bmw",
  寶馬: "bmw",
  奔驰: "mercedes",
  奔馳: "mercedes",
  奥迪: "audi",
  奧迪: "audi",
  雷克萨斯: "lexus",
  凌志: "lexus",
  日产: "nissan",
  日產: "nissan",
  马自达: "mazda",
  馬自達: "mazda",
  现代: "hyundai",
  現代: "hyundai",
  起亚: "kia",
  起亞: "kia",
  雪佛兰: "chevrolet",
  雪佛蘭: "chevrolet",
  大众: "volkswagen",
  大眾: "volkswagen",
  斯巴鲁: "subaru",
  斯巴魯: "subaru",
  沃尔沃: "volvo",
  沃爾沃: "volvo",
  凯美瑞: "camry",
  卡罗拉: "corolla",
  思域: "civic",
  雅阁: "accord",
  普锐斯: "prius",
};

/** The most words of a search that are looked at; the rest would only slow it. */
const mostWords = 8;

/** A typed search as lower-case words: Chinese brand names become Latin ones, marks are gone, width and accents too. */
export function searchTerms(text: string): string[] {
  let plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  for (const [chinese, latin] of Object.entries(chineseBrands)) plain = plain.replaceAll(chinese, ` ${latin} `);
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, mostWords);
}
