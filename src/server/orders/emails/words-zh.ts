import { brand } from "#domain/brand.ts";
import { answerWithin, inHours, unconfirmedHold } from "#domain/orders/lifecycle.ts";
import { unpaidBooking } from "#domain/booking/wizard.ts";
import type { OrderWords } from "./words-en.ts";

const answerHours = inHours(answerWithin.request ?? 0);
const holdHours = inHours(unconfirmedHold);

const { endsAfterHours } = unpaidBooking;
const dueSoon = `目前尚未扣款。首期款现在应付，${endsAfterHours} 小时内未付款，预订将自动取消。`;

export const zh: OrderWords = {
  signature: `${brand.name.zh}\n旧金山湾区按月租车`,
  received: (number) => `我们已收到您的预订申请 ${number}`,
  receivedCar: (until) =>
    `谢谢！我们已收到您的申请，车辆为您保留到${until}（加州时间），我们会在此之前答复。申请尚未确认，确认之前您无需付款。`,
  receivedUnheld: (until) =>
    `谢谢！我们已收到您的申请。这辆车目前没有为您保留：对于驾照尚未审核、也还没有付过租金的租客，我们能保留的车辆有限，其他人仍可能先订走。我们会在加州时间${until}之前答复。申请尚未确认，确认之前您无需付款。`,
  receivedPlan: `谢谢！我们已收到您的订单。订单尚未确认：我们会按您的套餐选车，并在 ${answerHours} 小时内发邮件给您，在此之前您无需付款。`,
  prove: (number) => `请确认您的邮箱：预订申请 ${number}`,
  proveHeld: (until) =>
    `我们收到了用这个邮箱提交的预订申请，车辆暂时保留到${until}（加州时间，共 ${holdHours} 小时）。如果是您本人，请打开下面的页面并点击“确认我的邮箱”，我们会继续保留 ${answerHours} 小时，并在此期间答复。`,
  proveUnheld: `我们收到了用这个邮箱提交的预订申请，车辆目前还没有为您保留。如果是您本人，请打开下面的页面并点击“确认我的邮箱”：只要这段日期仍可租，且我们还能多保留一辆车，就会为您保留 ${answerHours} 小时。无论如何，我们都会在此期间答复。`,
  proveOther:
    "有人登录了其他邮箱的账户，并用这个邮箱提交了预订申请。请打开下面的页面并点击“确认我的邮箱”，这样我们才能把详情发给您。",
  provePlan: `我们收到了用这个邮箱提交的套餐订单。如果是您本人，请打开下面的页面并点击“确认我的邮箱”。我们会选好车辆，并在 ${answerHours} 小时内答复。`,
  proveLink: "打开页面",
  proveIgnore: "不是您本人？请忽略这封邮件：不会产生任何费用，申请会自动失效。",
  provePlanIgnore: "不是您本人？请忽略这封邮件：不会产生任何费用。",
  addressConfirmed: (number) => `您的邮箱已确认：预订申请 ${number}`,
  link: "查看或取消订单",
  see: "查看订单",
  cancellation: "订单待确认期间可免费取消；确认后，距取车 24 小时以上仍可免费取消。",
  found: (number) => `您的订单 ${number}`,
  foundBody: "这是您要的订单链接。之前的链接不再有效。",
  status: {
    pending: (number) => `您的订单 ${number} 已重新受理`,
    confirmed: (number) => `您的订单 ${number} 已确认`,
    in_progress: (number) => `您的租期已开始（订单 ${number}）`,
    completed: (number) => `您的租期已结束（订单 ${number}）`,
    cancelled: (number) => `您的订单 ${number} 已取消`,
  },
  statusBody: {
    pending: "我们已重新受理您的订单，正在处理。订单尚未确认。",
    confirmed: "好消息：您的订单已确认。",
    in_progress: "车辆已交给您。祝您用车愉快，有任何问题请随时发邮件给我们。",
    completed: "车辆已归还。感谢您选择我们。",
    cancelled: "很抱歉，我们不得不取消您的订单。",
  },
  bookedBody: "您的预订已确认，这段日期车辆归您使用。",
  bookedDue: dueSoon,
  bookedDueByPickup: "目前尚未扣款。首期款现在应付，付款后方可取车。",
  bookedPaid: "首期款已收到。",
  bookedExpires: "您的驾照在取车前到期，请上传新的驾照。",
  bookedUnverified: "取车前我们还会审核您的驾照，审核完成后会发邮件告诉您。",
  paidLate: (number) => `预订 ${number} 未能完成`,
  paidLateBody:
    "很抱歉，您的付款到账时，车辆的保留时间已过，这段日期已不可租。预订没有生效，全部款项将原路退回。",
  paidForOldBody:
    "很抱歉，您支付的是这份预订修改之前的金额，与现在的首期款不符。这笔付款没有完成预订，全部款项将原路退回。您填写的内容仍然保留，请重新完成预订并支付当前金额。",
  unpaid: (number) => `订单 ${number} 明天将取消，请尽快付款`,
  unpaidBody: (when) =>
    `我们尚未收到您的首期款。如果到加州时间${when}仍未付款，预订将取消，日期将重新开放。如果您已付款，请回复这封邮件。`,
  endedUnpaid: (number) => `订单 ${number} 已取消`,
  endedUnpaidBody: "首期款未按时付清，预订已取消，日期已重新开放。您无需支付任何费用，欢迎再次预订。",
  endedPartPaidBody: "首期款未按时全额付清，预订已取消，日期已重新开放。您无需再支付任何费用，欢迎再次预订。",
  seeTrip: "查看行程",
  bringLicence:
    "取车前，请在使用此邮箱的账户中完成：驾照核验、签署租车协议、支付首期款。送车时请备好驾照原件，保险已包含在内。",
  bring:
    "取车前，请在使用此邮箱的账户中完成：驾照核验、责任险证明核验、签署租车协议、支付首期款。送车时请备好驾照原件。",
  pay: "订单确认之前无需付款，确认后首期款到期。",
  toRefund: (amount: string) => `${amount} 将原路退回。`,
  toCheck: (amount: string) => `我们正在核对您的退款 ${amount}，有结果后会发邮件通知您。`,
  taxNamed: (tax: string, amount: string) => `${tax} ${amount}`,
  taxList: (taxes: string[]) => taxes.join("、"),
  keptTaxes: (taxes: string) => `扣除的金额含${taxes}。`,
  refundTaxes: (taxes: string) => `退款含${taxes}。`,
  reminder: {
    pickup: (number) => `明天取车：订单 ${number}`,
    return: (number) => `明天还车：订单 ${number}`,
  },
  reminderBody: {
    pickup: (day, time) => `明天（${day}）${time}，我们为您送车。`,
    return: (day, time) => `您的租期将于明天（${day}）${time} 结束。请取走随身物品，备好车辆。`,
    open: (day, time) => `您的租期将于明天（${day}）${time} 开始。`,
  },
  stillNeeded: (needs) => `交车之前，还需要：${needs.join("；")}。`,
  needs: {
    account: "用这个邮箱注册账户（注册后即可看到此订单）",
    licence: "上传驾照并通过审核",
    insurance_proof: "上传责任险证明并通过审核",
    agreement: "签署租车协议",
    first_instalment: "支付首期款",
  },
  choose: "选择接收哪些邮件",
  reason: "原因",
  assigned: (number) => `订单 ${number} 的车辆已选定`,
  assignedBody: "我们已按您的套餐选好车辆。",
  otherCarBody: "我们已为您的订单换了一辆车。",
  cancelled: (number) => `您的订单 ${number} 已取消`,
  handoverChanged: (number) => `订单 ${number} 的取车、还车安排已更改`,
  handoverChangedBody: "您更改了交车的地点或时间。价格不变，新的时间见附件中的日历。",
  pickupTime: "取车时间",
  returnTime: "还车时间",
  cancelledPaidBody: "已按您的要求取消订单。",
  kept: (amount) =>
    `免费取消已于取车前 24 小时截止。我们扣除 ${amount}：一天租金；过了取车日，每过一天多扣一天。`,
  cancelledBody: "已按您的要求取消订单，您无需支付任何费用。",
  expired: (number) => `您的预订申请 ${number} 已失效`,
  expiredBody: `很抱歉，我们未能在 ${answerHours} 小时内答复，您的申请已自动失效，日期已重新开放。您无需支付任何费用，欢迎再次申请。`,
  unconfirmedExpiredBody: `邮箱未在 ${answerHours} 小时内确认，申请已自动失效。您无需支付任何费用，欢迎再次申请。`,
  planExpiredBody:
    "很抱歉，我们没能在取车日之前为您的套餐确认车辆，订单已结束。您无需支付任何费用，欢迎再次下单。",
  planEnding: (number) => `您的订单 ${number} 尚未确认`,
  planEndingBody: (until) =>
    `很抱歉，我们还没有为您的套餐确认车辆。如果到加州时间${until}仍未确认，订单将自动结束，您无需支付任何费用。您可以先看看其他车辆，或直接回复这封邮件。`,
  datesGone: (number) => `预订申请 ${number} 的日期已被订走`,
  datesGoneBody:
    "很抱歉，在您确认邮箱之前，其中一些日期已被其他人订走。我们已取消这份预订申请，您无需支付任何费用。",
  nextFree: "之后可租",
  from: (date) => `${date}起`,
  range: (from, to) => `${from}至${to}`,
  similar: (name) => `类似车辆：${name}`,
  again: "去选车",
  labels: {
    number: "订单号",
    car: "车辆",
    plan: "套餐",
    dates: "租期",
    city: "城市",
    place: "地点",
    price: "价格",
    total: "总价",
    fees: "手续费",
    taxes: "税费",
    miles: "含里程（英里）",
    liability: "责任险",
    collision: "碰撞险",
  },
  lines: {
    rental: "租金",
    duration_discount: "长租优惠",
    insurance: "责任险",
    promo: "优惠码",
    early_return_cap: "以原价封顶",
    repair: "维修天数",
    repair_insurance: "保险（维修天数）",
  },
  carPrice: (day, month) => `每天 ${day}，每 30 天 ${month}`,
  planPrice: (month) => `每月 ${month}`,
  insured: (name, price) => `${name}，每月 ${price}`,
  insuredDaily: (name, price) => `${name}，每天 ${price}`,
  included: "包含",
  notIncluded: "不包含",
  dates: (from, to, days) => `${from}至${to}（共 ${days} 天）`,
  pickup: (what) => `取车：${what}`,
  return: (what) => `还车：${what}`,
};
