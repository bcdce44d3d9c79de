/** Words for a column that people's own files have, by the column; in small letters, without spaces. */
const synonyms: Record<string, readonly string[]> = {
  name: ["title", "carname", "vehicle", "listing", "车名", "名称", "标题"],
  brand: ["make", "manufacturer", "maker", "品牌", "厂商"],
  model: ["modelname", "车型", "型号"],
  year: ["modelyear", "yr", "年份", "年款"],
  category: ["type", "class", "segment", "cartype", "类别", "类型"],
  monthlyPrice: ["price", "rent", "rate", "monthlyrate", "permonth", "月租", "价格", "租金", "月租金"],
  city: ["town", "location", "城市"],
  state: ["province", "region", "州"],
  zipCode: ["zip", "postcode", "postalcode", "邮编"],
  trim: ["trimlevel", "version", "配置", "版本"],
  transmission: ["gearbox", "gears", "变速箱"],
  carplay: ["applecarplay", "carplayandroidauto"],
  minRentDays: ["minimumdays", "mindays", "minimumrental", "minstay", "最短租期"],
  plateNumber: [
    "plate",
    "licence",
    "license",
    "licenceplate",
    "licenseplate",
    "registration",
    "rego",
    "tag",
    "车牌",
    "车牌号",
  ],
  insurance: ["insurer", "policy", "保险"],
  available: ["isavailable", "availability", "active", "可租"],
  colour: ["paint", "exteriorcolor", "exteriorcolour", "颜色", "外观颜色"],
  bodyStyle: ["body", "bodytype", "车身"],
  features: ["options", "equipment", "amenities", "功能"],
  images: ["photos", "pictures", "photo", "image", "picture", "图片", "照片"],
  description: ["details", "notes", "about", "描述", "说明"],
  hostEmail: ["host", "车主", "车主邮箱"],
  descriptionZh: ["descriptioncn", "chinesedescription", "中文描述"],
};

/** Shorter words stand within others by chance. */
const shortestPart = 4;

/**
 * The column that a name nobody knows most likely means: by another word for it, by what it is a part of or has as
 * its part, or by a letter or two that differ. `name` and the columns' own are plain: small letters, no spaces.
 */
export function nearestColumn<C extends string>(
  name: string,
  columns: readonly { column: C; plain: string }[],
): C | undefined {
  const wordsOf = ({ column, plain }: { column: C; plain: string }) => [plain, ...(synonyms[column] ?? [])];
  const all = columns.flatMap((one) => wordsOf(one).map((word) => ({ column: one.column, word })));
  const same = all.find(({ word }) => word === name);
  if (same) return same.column;
  const parts = all
    .filter(({ word }) => Math.min(word.length, name.length) >= shortestPart)
    .filter(({ word }) => word.includes(name) || name.includes(word))
    .toSorted((a, b) => b.word.length - a.word.length);
  if (parts[0]) return parts[0].column;
  const misspelled = all
    .map((one) => ({ ...one, far: distance(name, one.word) }))
    .filter(({ far, word }) => far <= Math.min(2, word.length / 3))
    .toSorted((a, b) => a.far - b.far);
  return misspelled[0]?.column;
}

/** How many letters have to be changed, added or left out for one word to be the other. */
function distance(one: string, other: string): number {
  const row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [place, letter] of [...one].entries()) {
    let before = row[0] ?? 0;
    row[0] = place + 1;
    for (let at = 1; at <= other.length; at++) {
      const above = row[at] ?? 0;
      row[at] = Math.min(above + 1, (row[at - 1] ?? 0) + 1, before + (letter === other[at - 1] ? 0 : 1));
      before = above;
    }
  }
  return row[other.length] ?? 0;
}
