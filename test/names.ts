/** Names of people, by the script in which they are written. */
export const namesByScript: Record<string, string[]> = {
  latin: [
    "Nguyễn Thị Ánh",
    "Łukasz Żółć",
    "Seán O’Brien",
    "Şükrü Çağlayan",
    "Þórður Ægisson",
    "Ĺubomír Ďurčovič",
    "Ifẹ̀olúwa Adé",
    "Kaʻiulani Kealoha",
  ],
  cyrillic: ["Иван Петров", "Олексій Їжак", "Нұрсұлтан Әбішұлы"],
  greek: ["Γιώργος Παπαδόπουλος"],
  armenian: ["Հայկ Պետրոսյան"],
  georgian: ["მარიამ ბერიძე"],
  han: ["龍陳穎", "䶮𠮷㛃 喆", "王小明", "𨭎氏"],
  kana: ["さくら タナカ", "髙橋 ゆき"],
  hangul: ["김민수", "뷁쌰 이"],
  arabic: ["محمد علي", "سلام الله لؤي", "چنگیز ٹھاکر"],
  hebrew: ["דוד כהן", "שרה לוי"],
  devanagari: ["हरि", "प्रियंका चोपड़ा", "श्रीकृष्ण क्षत्रिय"],
  bengali: ["রবীন্দ্রনাথ ঠাকুর"],
  gurmukhi: ["ਹਰਪ੍ਰੀਤ ਸਿੰਘ"],
  gujarati: ["નરેન્દ્ર પટેલ"],
  tamil: ["முருகன் கோபாலகிருஷ்ணன்"],
  telugu: ["శ్రీనివాస్ కృష్ణ"],
  kannada: ["ಕೃಷ್ಣಮೂರ್ತಿ"],
  malayalam: ["ശ്രീജിത്ത് കൃഷ്ണൻ"],
  sinhala: ["ශ්‍රී ප්‍රියන්ත"],
  thai: ["สมชาย ใจดี", "น้ำฝน ปู่"],
  lao: ["ສົມພອນ"],
  khmer: ["សុខ ចិន្តា"],
  myanmar: ["ကျော်ကျော်"],
  ethiopic: ["አበበ ቢቂላ"],
  tibetan: ["བསྟན་འཛིན་རྒྱ་མཚོ"],
  thaana: ["މުހައްމަދު"],
  emoji: ["Anna 😀", "👩‍🔬 Ada 🇨🇳 👍🏽"],
  mixed: ["Иван محمد Smith", "김 Anna 王"],
};

export const names: string[] = Object.values(namesByScript).flat();

/** Letters that none of our fonts has: one of an ancient script, and one that no script has. */
export const unprintableNames = ["𐎀𐎁 Ugarit", "Ann \u{f0000}a"];

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}]/u;

/**
 * Whether a text read from a PDF contains a name. In a line from left to right, the PDF reader may reverse the
 * order of right-to-left words, though each word stays whole, and it puts marks before their letters.
 */
export function saysName(text: string, name: string): boolean {
  const tidy = (written: string): string => written.normalize("NFC").replaceAll(/\s+/g, " ");
  if (!rightToLeft.test(name)) return tidy(text).includes(tidy(name));
  const letters = (written: string): string => tidy(written).replaceAll(/\p{M}/gu, "");
  return name.split(" ").every((word) => letters(text).includes(letters(word)));
}
