import { brand } from "#domain/brand.ts";
import { collisionCoverCustomers, liability } from "#domain/pricing/insurance.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { inHours, unconfirmedHold } from "#domain/orders/lifecycle.ts";
import { extraMilePrice, promoValue } from "#domain/pricing/pricing.ts";
import { longestRentalMonths, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import {
  promisedTimes,
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
  freeCancellationHours,
} from "#domain/pricing/rental-terms.ts";
import { legalDate, type LegalText } from "./legal-text.ts";

const { name, region } = brand;
const dollars = (amount: number) => `US$${amount.toLocaleString("zh-CN")}`;
const { protection, ultimate } = liability;

/** `isTaxed`: whether an order placed now may be taxed. */
// oxlint-disable-next-line max-lines-per-function -- all words of one page
export const terms = (isTaxed: boolean): LegalText => ({
  title: "服务条款",
  lead: `您使用本网站、或者通过本网站租车时，您与${name.zh}之间的约定。我们尽量写得通俗易懂。`,
  updated: `本条款自 ${legalDate.zh}起适用。`,
  contents: "本页内容",
  sections: [
    {
      id: "who",
      title: "我们是谁，做什么",
      blocks: [
        `${name.zh}在${region.zh}提供按月租车服务。有些车属于车主，也就是通过我们出租车辆的个人或公司。无论车归谁所有，租车协议都由您与我们签订，您也只向我们付款。`,
        "有事请到[联系我们](/contact)页面找我们，中英文均可。中英文内容不一致时，以英文为准。",
      ],
    },
    {
      id: "driver",
      title: "谁可以租车、开车",
      blocks: [
        [
          `您已年满 ${driverTerms.age} 岁，并有至少 ${driverTerms.yearsOfDriving} 年驾驶经验。`,
          "整个租期内，您须持有在加州有效的驾照。外国驾照可以使用，不另收费；如果您成为加州居民，请在 DMV 规定的期限内换领加州驾照。",
          "除您之外，最多还可有两位附加驾驶人，不另收费：请在订单中添加。对方同意且驾照经我们审核后方可驾驶，其他人不得驾驶。",
          "您提供的信息必须真实。如有不实，我们可以拒绝或终止租车。",
        ],
      ],
    },
    {
      id: "order",
      title: "从申请到确认",
      blocks: [
        "您提交的只是申请，租车尚未成立，即使页面上感谢您预订也是如此。我们发邮件确认之后才成立。",
        `针对某一辆车的申请，我们尽量为您保留日期；未登录的，先保留 ${inHours(unconfirmedHold)} 小时，确认邮箱后继续保留。订单页面会写明是否保留。${promisedTimes.requestHours} 小时内没有答复的，申请自动失效，您无需支付任何费用。选择月租套餐的，由我们在该套餐中挑一辆您全程都能用的车。`,
        "我们可以不接受申请，但只会出于安全、车辆可租情况或本页所列条件的考虑，绝不会因为您的身份背景。",
      ],
    },
    {
      id: "price",
      title: "价格与付款",
      blocks: [
        "所有价格均为美元。每个价格都由我们的服务器根据车辆或套餐、日期、长租优惠和您选的保险算出，提交之前逐项给您看。如果申请送达时价格已经变了，我们会请您重新确认，而不会按其他金额收费。",
        `手续费和税费在每张账单上单独列出，${isTaxed ? "下单前会写明每项税费的名称和税率" : "目前都是 US$0.00"}。不收押金。提交申请时不收任何费用，答复邮件会写明怎样付款、何时付款。`,
        `优惠码可在首次租车时减 ${formatWholeMoney(promoValue, "zh")}，限用一次，且须使用收到优惠码的邮箱。订单在租期开始前取消或失效的，优惠码退回。`,
      ],
    },
    {
      id: "insurance",
      title: "保险",
      blocks: [
        `前 ${collisionCoverCustomers.toLocaleString("zh-CN")} 位客户包含碰撞险。您的订单上写明是否包含，整个租期以此为准。`,
        `加州法律要求有责任险。您可以自备，交车前出示证明；也可以加购我们的，套餐按月计，预订车辆按天计：州最低保额（State Minimum，按天计的称“基础”），每人 ${dollars(ultimate.limits?.person ?? 0)}、每次事故 ${dollars(ultimate.limits?.accident ?? 0)}；或高级（Premium），每人 ${dollars(protection.limits?.person ?? 0)}、每次事故 ${dollars(protection.limits?.accident ?? 0)}。价格和保额以下单时写在订单上的为准。`,
      ],
    },
    {
      id: "changes",
      title: "取消、续租、提前还车",
      blocks: [
        [
          `订单待确认时取消免费；确认之后，距取车 ${freeCancellationHours} 小时以上取消也免费，已付款项全额退还。再晚取消，扣一天租金；过了取车日，每过一天多扣一天，但不超过您已付的金额。`,
          `续租请在还车日前至少 ${extensionNoticeDays} 天提出，按同样的规则计价。单次租期为 ${shortestRentalDays} 天至 ${longestRentalMonths} 个月。`,
          `提前还车须提前 ${earlyReturn.noticeWeeks} 周通知，并支付 ${formatWholeMoney(earlyReturn.fee, "zh")}。租期头 ${earlyReturn.freeDays} 天内还车，两者都不需要。`,
        ],
        "如果我们不得不取消已确认的租车，我们会全额退款。您的租期内另有价格相同或更低的车可用时，我们会先提供给您，是否接受由您决定。",
      ],
    },
    {
      id: "car",
      title: "用车期间",
      blocks: [
        `订单上写明包含的里程，按整个租期合计，以取车和还车时的里程表为准；超出部分每英里 ${formatMoney(extraMilePrice, "zh")}。`,
        [
          "请小心驾驶、遵守法律、锁好车，并按油箱盖上的标注加油。",
          "用车期间的油费或充电费、过路费、停车费和交通罚单由您承担。",
          "发生事故、失窃、损坏，或者红色警示灯亮起，请立即告诉我们。法律要求报警的事故请报警，现场不要承认责任。",
          "不得用车竞速、拖车、有偿载客载货、转租，不得把车开出美国，不得酒后或吸毒后驾驶。车内禁止吸烟。",
          "保养、正常磨损、尾气检测和车辆注册由车辆所有人（我们或车主）负责，与您无关。车辆进厂超过一天的，我们换一辆给您，或者从账单中扣除这些天。",
        ],
        "还车时车内应当干净，油量或电量与交车时相当。超出正常磨损、且订单所含保障不赔的损坏，由您按有凭据的维修费用承担。",
      ],
    },
    {
      id: "hosts",
      title: "如果您是车主",
      blocks: [
        "提交申请不等于车辆可以上架：您本人和车辆都经我们审核通过后，车才上架。我们的分成在您定价时就会显示，每份订单按下单时的分成结算。交车和收车由您自己完成。[车主页面](/autowealth/)上的数字是根据我们车队的价格所做的估算，不是承诺。",
        "您确认：这辆车您有权出租，已注册、已投保、可以安全上路，您对车辆的描述属实。",
      ],
    },
    {
      id: "site",
      title: "账户与本网站",
      blocks: [
        "申请租车不需要账户，但取车前需要：审核驾照、签署租车协议都在账户里完成。如果您注册了账户，请不要把密码告诉别人；怀疑别人知道了，请告诉我们。开启两步验证会更安全，建议您开启。",
        "请勿试图获取他人数据、提交虚假订单，或让网站不堪重负。如有违反，我们可能会予以封禁。",
        "标有“示意图”的图片是绘制的：颜色、配置和车况以车辆说明和您的订单为准。",
      ],
    },
    {
      id: "law",
      title: "责任、法律与争议",
      blocks: [
        "我们依照加州法律，为自己的过错负责。无法预见的损失，以及地震、山火、封路这类谁也控制不了的延误，我们不承担责任。法律赋予消费者、且不允许放弃的权利，本条款一概不减损。",
        "适用加利福尼亚州法律。请先发邮件给我们，多数事情一封邮件就能解决。如果解决不了，由加州法院裁决。",
      ],
    },
    {
      id: "changes-here",
      title: "条款的变更",
      blocks: [
        "条款有变，页首的日期随之更新。已经提交的租车申请，仍适用提交时的条款。我们怎样对待您的数据，见[隐私政策](/privacy)。有不明白的地方，请[联系我们](/contact)。",
      ],
    },
  ],
});
