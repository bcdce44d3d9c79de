import { foldText } from "#domain/fold-text.ts";
import { chineseBrands } from "./brand-names.ts";

/**
 * Other words for the words of cars: a search for the key finds cars with any of the phrases, written as
 * `search_text` has them (small letters, single spaces instead of marks). A key without phrases is a word that
 * says nothing about a car.
 */
const nothing =
  "a an the in at for with and of on to from near me my i want need rent rents rental rentals renting hire car cars vehicle vehicles monthly month months cheap bay-area please";

const brands = {
  chevrolet: "chevy chev xuefulan",
  volkswagen: "vw volks dazhong",
  mercedes: "merc mercs benz benzes mb benchi",
  bmw: "bmv bimmer beemer beamer baoma",
  tesla: "tesila",
  toyota: "toyo fengtian",
  honda: "bentian",
  audi: "aodi",
  lexus: "leikesasi",
  nissan: "richan",
  hyundai: "xiandai hyundia",
  kia: "qiya",
  ford: "fute",
  mazda: "mazida",
  subaru: "subie sibalu",
  volvo: "woerwo",
  polestar: "jixing",
};

const kinds = {
  "suv|crossover": "suv suvs crossover crossovers cuv 4x4",
  "truck|pickup": "truck trucks pickup pickups pick-up ute",
  minivan: "minivan minivans mini-van van vans mpv people-carrier",
  electric: "electric electrics ev evs bev battery e-car",
  "hybrid|prius|prime|phev": "hybrid hybrids hev phev plug-in plugin plug-in-hybrid",
  "sedan|saloon": "sedan sedans saloon saloons",
  hatch: "hatch hatchback hatchbacks",
  wagon: "wagon wagons estate",
  compact: "compact compacts small",
  luxury: "luxury luxurious premium-car",
  "minivan|suv large": "7-seats 7-seater 7-seat seven-seater 8-seats 8-seater third-row 3-row 3-rows",
  "graphite|gray|grey": "gray grey",
  "crimson|red": "red",
  "sand|beige": "beige tan",
  "san francisco": "sf san-fran frisco",
  "san jose": "sj sanjose",
  "mountain view": "mtv mountainview",
  "palo alto": "paloalto",
  "san mateo": "sanmateo",
};

/** Names besides the one that we write: in traditional characters, other names, what dealers say. */
const otherChineseBrands = {
  toyota: "豐田",
  bmw: "寶馬",
  mercedes: "奔馳 梅赛德斯 梅赛德斯奔驰 平治 宾士 賓士",
  audi: "奧迪",
  lexus: "雷克薩斯 凌志",
  nissan: "日產 尼桑",
  mazda: "馬自達",
  hyundai: "現代",
  kia: "起亞",
  chevrolet: "雪佛蘭",
  volkswagen: "大眾 福斯",
  subaru: "斯巴魯 速霸陆",
  volvo: "沃爾沃 富豪",
  polestar: "極星",
  rivian: "瑞维安 里維安",
  porsche: "保時捷",
  cadillac: "凱迪拉克",
  buick: "別克",
  acura: "謳歌 阿库拉",
  lincoln: "林肯",
  jaguar: "积架",
  "land rover": "路虎",
  genesis: "捷恩斯",
  "alfa romeo": "阿尔法罗密欧 爱快罗密欧",
};

const chineseModels = {
  camry: "凯美瑞 凱美瑞 佳美",
  corolla: "卡罗拉 卡羅拉 花冠",
  prius: "普锐斯 普銳斯",
  highlander: "汉兰达 漢蘭達",
  sienna: "塞纳 赛那 塞那 賽那",
  tacoma: "塔科马 塔库玛 塔科瑪",
  rav4: "荣放 榮放",
  civic: "思域 喜美",
  accord: "雅阁 雅閣",
  odyssey: "奥德赛 奧德賽",
  "cr v": "思威",
  "hr v": "缤智 繽智",
  elantra: "伊兰特 伊蘭特",
  sonata: "索纳塔 索納塔",
  tucson: "途胜 途勝",
  ioniq: "艾尼氪",
  carnival: "嘉华 嘉華",
  sorento: "索兰托 索蘭托",
  forte: "福瑞迪",
  k5: "凯酷 凱酷",
  altima: "天籁 天籟",
  sentra: "轩逸 軒逸",
  rogue: "奇骏 奇駿",
  leaf: "聆风 聆風",
  forester: "森林人",
  impreza: "翼豹",
  outback: "傲虎",
  malibu: "迈锐宝 邁銳寶",
  escape: "翼虎 锐际",
  mustang: "野马 野馬",
  jetta: "捷达 捷達",
  tiguan: "途观 途觀",
  mazda3: "昂克赛拉",
};

const chineseKinds = {
  "suv|crossover": "越野 越野车 城市越野 运动型多用途车",
  "truck|pickup": "皮卡 皮卡车 卡车 货车 皮卡車",
  minivan: "商务车 面包车 保姆车 小面 厢式车 七人车 家庭车 商務車 麵包車",
  electric: "电动 电动车 电动汽车 纯电 纯电动 电车 新能源 電動 電動車 電車 純電",
  "hybrid|prius|prime|phev":
    "混动 混动车 混合动力 油电 油电混合 油电混动 插电 插混 插电混动 双擎 混動 油電 混合動力",
  "sedan|saloon": "轿车 三厢 三厢车 轎車 房车型",
  hatch: "两厢 两厢车 掀背 掀背车 兩廂",
  wagon: "旅行车 瓦罐 旅行車",
  compact: "紧凑 紧凑型 紧凑型车 小型车 小车 緊湊",
  luxury: "豪华 豪华车 豪车 高档 豪華",
  "minivan|suv large": "七座 7座 七座车 7座车 八座 8座 三排 三排座",
  white: "白色 白",
  black: "黑色 黑",
  silver: "银色 银 銀色",
  "graphite|gray|grey": "灰色 灰 石墨色",
  "crimson|red": "红色 红 紅色",
  blue: "蓝色 蓝 藍色",
  green: "绿色 绿 綠色",
  "sand|beige": "沙色 米色 金色",
};

const chineseCities = {
  "san francisco": "旧金山 舊金山 三藩市 三藩",
  "san jose": "圣何塞 聖何塞 圣荷西 聖荷西",
  "san mateo": "圣马特奥 聖馬特奧 圣马刁 聖馬刁",
  "palo alto": "帕洛阿尔托 帕罗奥多 帕罗奥图 帕洛阿爾托",
  "mountain view": "山景城 山景",
  sunnyvale: "森尼韦尔 桑尼维尔 森尼維爾 阳光谷",
  cupertino: "库比蒂诺 库帕提诺 库比提诺 庫比蒂諾 丘珀蒂诺",
  fremont: "弗里蒙特 佛利蒙 费利蒙 菲蒙 弗里蒙",
  "santa clara": "圣克拉拉",
  oakland: "奥克兰",
  berkeley: "伯克利",
  "redwood city": "红木城",
};

const chineseNothing =
  "我想租 我要租 我想 我要 想租 租车 租一辆 租辆 租个 租 一辆 一台 一部 辆 台 汽车 车辆 车子 车型 車 车 的 年 款 年款 月租 长租 出租 在 附近 便宜 便宜的 二手 型 牌 加州 湾区 灣區 硅谷 找";

const entries = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([phrases, keys]) =>
    keys.split(" ").map((key) => [foldText(key).replaceAll("-", " "), phrases.split("|")] as const),
  );
const fillers = (keys: string) =>
  keys.split(" ").map((key) => [foldText(key).replaceAll("-", " "), [] as string[]] as const);

/** Aliases by Latin words; several words are joined by a space. */
export const latinAliases: ReadonlyMap<string, readonly string[]> = new Map([
  ...fillers(nothing),
  ...entries(brands),
  ...entries(kinds),
]);

/** Aliases by Chinese words, which have no spaces between them. */
export const chineseAliases: ReadonlyMap<string, readonly string[]> = new Map([
  ...fillers(chineseNothing),
  ...entries(chineseKinds),
  ...entries(chineseModels),
  ...Object.entries(chineseBrands).map(([latin, name]): readonly [string, string[]] => [
    foldText(name).replaceAll("-", " "),
    [foldText(latin).replaceAll("-", " ")],
  ]),
  ...entries(otherChineseBrands),
  ...entries(chineseCities),
]);
