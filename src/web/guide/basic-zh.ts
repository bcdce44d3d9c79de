import { liability } from "#domain/pricing/insurance.ts";
import { locales } from "#domain/languages.ts";
import type { GuidePart } from "./guide-content.ts";

const dollars = (amount = 0) => `US$${amount.toLocaleString(locales.zh)}`;
const { limits } = liability.ultimate;

export const basic: GuidePart = {
  id: "basic",
  title: "基础知识",
  sections: [
    {
      id: "rules",
      title: "在加州开车，最容易被罚的几条",
      isOpen: true,
      blocks: [
        { text: "很多规矩和别处不一样，罚单大多出在下面几条。" },
        {
          points: [
            "STOP 标志前要完全停稳，等 3 秒再走。四面都有 STOP 的路口，先到先走；同时到，让右边的车。",
            "红灯可以右转，但要先停稳、让行人和直行车；看到 NO TURN ON RED 就不能转。",
            "行人永远优先。有人踏上人行横道就停，绿灯转弯也要等人走完。",
            "拼车道（Carpool，菱形标记）一般要 2 人以上才能走，部分路段要 3 人，看路牌；违规罚款最高 US$490。Express Lane 要装 FasTrak Flex 并拨对人数。电动车贴纸的优惠已在 2025年9月底结束。",
            "黄色校车亮红灯、伸出 STOP 牌时，双向都要停，等红灯灭了再走；只有隔着中央分隔带，或者对向是双车道以上的大路，才可以不停。",
            "未满 8 岁、身高又不到 4 英尺 9 英寸（约 145 厘米）的孩子，必须坐后排的儿童座椅或增高座椅（booster）；2 岁以下的要反向安装。",
            "开车不能手持手机，等红灯时也不行。要导航，把手机固定在支架上，只点一下。",
            "血液酒精浓度上限：年满 21 岁 0.08%，驾驶商业车辆 0.04%，未满 21 岁 0.01%。喝了就叫车，一次酒驾的代价常常过万美元。",
            "看到闪灯的警车、救护车、拖车停在路边，换到相隔一条的车道，换不了就减速。",
            "雨刷一开，大灯就要开。住宅区和学校附近一般限速 25 英里，高速公路一般 65 英里。",
          ],
        },
        {
          table: "常见罚单的参考金额",
          head: ["罚单", "参考金额"],
          rows: [
            ["超速（Speeding）", "US$100–$500 以上"],
            ["开车手持手机（Handheld phone）", "US$20–$50"],
            ["闯红灯（Red light）", "US$500 以上"],
            ["不礼让行人（Failing to yield）", "US$200 以上"],
          ],
        },
        {
          text: "手持手机的 US$20（初犯）和 US$50（再犯）只是基本罚款，加上法院各项附加费，实际要付的是它的好几倍；金额以您收到的法院通知为准。超速、闯红灯还会记点，保费跟着涨。交规原文见 DMV 的驾驶手册：https://www.dmv.ca.gov",
        },
      ],
    },
    {
      id: "papers",
      title: "驾照、证件与保险，被拦下怎么办",
      isOpen: true,
      blocks: [
        {
          points: [
            "在加州短期停留，可以用本国有效驾照；不是英文的，随身带一份翻译件或国际驾照。成为加州居民后，要在 10 天内向 DMV 申请加州驾照。",
            "驾照随身带，行驶证（Registration）和保险卡（Proof of Insurance）放在手套箱里。",
            `加州要求的责任险，最低是每人 ${dollars(limits?.person)}、每次事故 ${dollars(limits?.accident)} 的人身伤害，另加财产损失。这只赔别人，不赔自己的车。`,
            "过湾区大桥没有人工收费口，按车牌或 FasTrak 扣款。单子寄到了就及时付，拖久了会加罚金：https://www.bayareafastrak.org",
          ],
        },
        { text: "身后警灯一亮，这样做：" },
        {
          steps: [
            "打右转灯，慢慢靠右停到安全的地方，熄火，夜里打开车内灯。",
            "留在车里，双手放在方向盘上，等警察走到窗前。不要下车，不要突然去翻包。",
            "要拿证件，先说一声“{en:My license is in my wallet}”，再慢慢拿。",
            "签罚单只表示收到，不等于认罪。有话去法庭说，或者去网上申请上交通学校（traffic school）消点。",
          ],
        },
      ],
    },
  ],
};
