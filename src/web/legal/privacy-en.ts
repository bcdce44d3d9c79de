import { brand } from "#domain/brand.ts";
import { draftDays } from "#domain/booking/wizard.ts";
import { keepPapersDays } from "#domain/papers/documents.ts";
import { type Retention, spanInWords } from "#domain/retention.ts";
import { promisedTimes } from "#domain/pricing/rental-terms.ts";
import { legalDate, type LegalText } from "./legal-text.ts";

const { name } = brand;

// oxlint-disable-next-line max-lines-per-function -- all words of one page
export const privacy = (keep: Retention, payingBy: readonly string[]): LegalText => ({
  title: "Privacy",
  lead: `What ${name.en} knows about you, why, where it is kept and for how long. No more than it takes to rent you a car.`,
  updated: `This notice applies from ${legalDate.en}.`,
  contents: "On this page",
  sections: [
    {
      id: "short",
      title: "In short",
      blocks: [
        [
          "You can look around, see every price and request a car without an account.",
          "There are no analytics, no ads and nothing from third parties on our pages: no outside scripts, fonts, pixels or maps. One exception: a car’s photo may be on a server its owner chose, which then sees that a browser asked for it.",
          "Card numbers, security codes and billing addresses stay in your browser.",
          "We don’t sell or share personal information, and never have.",
        ],
      ],
    },
    {
      id: "orders",
      title: "When you request a car",
      blocks: [
        "We keep what the form asks for: name, email, phone if you give it, where to bring the car, the dates and times, the car or plan, the insurance you choose, the full price at the time, and the language you use. We need this to answer, to bring the car and to keep our books.",
        "If you choose to pay by card, the card form is checked in your browser. We receive the brand, the last four digits and the expiry date, nothing else, and our server refuses anything that looks like a full card number, wherever it’s entered.",
        "The link in your email lets you view and cancel your order. It holds a long random key. We keep only a fingerprint of it (a SHA-256 hash), and delete the text of the email once it’s sent. Without the key, an order’s page shows your email masked and no phone number. Such pages are not cached and not offered to search engines.",
        "Names and addresses in a link to our checkout are read once, remembered by your browser for the visit and taken out of the address bar. Our logs don’t contain them.",
      ],
    },
    {
      id: "writing",
      title: "When you write to us or subscribe",
      blocks: [
        "A message from the contact form is kept with your name, email, phone if given, and our answer, so that whoever answers knows what was said.",
        "If you subscribe, we keep your email address, where you subscribed and your language, and send one email to ask whether it was you. Unless you click, we send nothing else. Every later email has a link to unsubscribe with one click.",
        "We keep a copy of the emails that we send, for the time stated below. When an email only carries a private link or code (to confirm an address, set a password or reopen an order), we delete its text as soon as it’s sent.",
      ],
    },
    {
      id: "accounts",
      title: "If you have an account",
      blocks: [
        [
          "We keep your email, full name, username and phone if given. Orders you placed as a visitor are added to the account only once its email is confirmed.",
          "We keep your password only as an argon2id hash, which can’t be turned back into the password.",
          "If you turn on two-step verification, we keep its secret encrypted and your recovery codes only as hashes.",
          "For every sign-in, we keep the time, the name your browser reports and a keyed hash of the network it came from, so you can see your sessions and end them.",
          "If your own car follows a calendar of another service, we keep its address, the name you gave it and the dates its events take, and nothing else from them, until you remove it. What other services read of your car says only which dates are taken.",
          "Your browser holds the sign-in tokens in its local storage while you are signed in; signing out removes them.",
        ],
        "Where we use a hosted sign-in service, that service keeps the sign-in data named here on our behalf.",
      ],
    },
    {
      id: "license",
      title: "Your driver’s license and insurance",
      blocks: [
        "Before a car is handed over we check who drives it. For that we keep photos of your driver’s license, of a passport or a translation if you add one, and of your proof of insurance where your rental needs one; and the details you enter: name, number, state or country, dates, insurer and policy number. There is no credit check, and we don’t ask for a Social Security number.",
        [
          "We re-create each photo when it arrives, so the location and device that a camera records aren’t kept. From a PDF, we keep only images of its pages.",
          "They are kept encrypted, separate from everything shown on our pages. Only you and the people on our team who check licenses can open them, through links that work for five minutes and for one person, and each opening is logged.",
          `They are deleted ${keepPapersDays} days after your last rental ends and its car is back, ${keepPapersDays} days after you sent them if no rental followed, or when you delete your account.`,
        ],
        "A person decides, not a program, and tells you why if something is missing. The administrators who handle your order see your age, and the number and state of your verified license.",
      ],
    },
    {
      id: "browser",
      title: "What we leave in your browser",
      blocks: [
        [
          "A cookie named “language”, for a year, so that pages appear in the language you chose.",
          "When you sign up, a cookie named “sign-up”, for a day, that scripts can’t read: it shows that it was you when you open our email.",
          "In local storage: that language again; cars you saved without signing in; that you closed our offer; the kind of account you were about to create, with its admin code if you entered one; the sign-in tokens, and whose they are.",
          "In session storage, until you close the tab: what you typed in forms and messages and the page you were heading to, so that nothing is lost by going back.",
          "One page to show when you’re offline, with its styles and images. No other page is kept.",
          "Programs that sign in through our API rather than these pages get a session cookie that scripts can’t read.",
        ],
        "None of these follows you anywhere else, so there is no banner to click away.",
      ],
    },
    {
      id: "abuse",
      title: "Against abuse",
      blocks: [
        "To keep bots from holding every car, we count sign-ins, forms and orders by the address they come from. We don’t store the address: we keep a hash of it, made with a secret key, and use it for these limits only. The counts are deleted soon after their window has passed; the hash stored with an order or a message stays with it.",
        "Our logs record errors and the kind of request, not its contents, its query or the address it came from.",
        "Changes to orders, cars and permissions are logged with who made them and when, so that mistakes and misuse can be traced.",
      ],
    },
    {
      id: "who",
      title: "Who sees it",
      blocks: [
        "The people on our team who handle orders and messages, each with only the permissions their work needs, checked by the server. If a car belongs to a host, the host gets what’s needed to hand it over once they’ve accepted your request, or the order is confirmed without asking them: your name, your phone number, the dates and the place.",
        `Outside: the companies that run our servers and deliver our email${payingBy.length ? `, and, when you pay online, those that take the payment on their own pages (${payingBy.join(", ")})` : ""}. They follow our instructions. Beyond that, only those with a legal right to ask, such as the police after an accident or an agency with a traffic ticket.`,
      ],
    },
    {
      id: "how-long",
      title: "How long we keep it",
      blocks: [
        [
          `Orders: ${spanInWords(keep.orders, "en")} after the rental, as tax and business law requires. Then your name, email, phone and address are removed; dates and prices stay, without you.`,
          `Emails and text messages that we sent: ${spanInWords(keep.emails, "en")}.`,
          `Contact messages: ${spanInWords(keep.messages, "en")} after our answer.`,
          `Subscriptions: until you unsubscribe. The address is removed ${spanInWords(keep.messages, "en")} later, as is one that was never confirmed.`,
          `Records of changes made by our staff: ${spanInWords(keep.audit, "en")}.`,
          `Bookings you start but don’t complete: ${draftDays} days after your last change. They’re also deleted with your account.`,
          `Driver’s license and proofs of insurance: ${keepPapersDays} days after your last rental. They’re also deleted with your account.`,
          "Accounts: until you close them in your settings, or ask us to.",
          "Emailed links and codes: those that confirm an email, sign you in or set a password work once and for 24 hours. The link to an order works until we send you a new one or the order’s personal data is removed.",
          "Counts that guard against abuse: until shortly after the minutes or hours they cover.",
        ],
      ],
    },
    {
      id: "rights",
      title: "What you can ask for",
      blocks: [
        "Wherever you live, you can ask what information we keep about you, have it corrected, get a copy, or have it deleted. California’s privacy law gives its residents these rights; we give them to everybody, and nobody is treated worse for using them.",
        `Write to us through the [contact page](/contact), using the email address in question, so we know it’s you. We answer within 45 days, usually within one. When we delete your data, your account and sessions end, your messages, your subscription and our emails to you are deleted, and your name, email, phone and address are removed from your orders; amounts and dates stay for our books. A conversation between a renter and a host that was reported stays, without your name, for the other person and for us until ${spanInWords(keep.messages, "en")} after its last message.`,
      ],
    },
    {
      id: "security",
      title: "How it is protected",
      blocks: [
        "At our public address, all traffic is encrypted. Pages run only our own scripts, requests from other sites to change anything are refused, and every request for data is checked against who’s asking. If something still goes wrong, we tell those affected without delay and say what happened.",
        "This site is for people old enough to drive. We don’t knowingly keep children’s data.",
      ],
    },
    {
      id: "contact",
      title: "Changes and contact",
      blocks: [
        `When this notice changes, so does the date at the top. Questions and requests: [contact us](/contact), in English or Chinese; written questions get an answer within ${promisedTimes.supportHours} hours while we are open. Everything else we agree on is in the [terms](/terms).`,
      ],
    },
  ],
});
