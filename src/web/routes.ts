import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("./home/home-page.tsx"),
  route("home", "./home/home-page.tsx", { id: "home" }),
  route("cars", "./cars/list-page.tsx"),
  route("cars/:id", "./cars/detail-page.tsx"),
  route("book/:carId", "./cars/book-redirect.ts"),
  route("search", "./cars/search-page.tsx"),
  route("contact", "./contact/contact-page.tsx"),
  route("faq", "./faq/faq-page.tsx"),
  route("autoedu", "./guide/guide-page.tsx"),
  route("privacy", "./legal/privacy-page.tsx"),
  route("terms", "./legal/terms-page.tsx"),
  route("how-it-works", "./how-it-works/how-page.tsx"),
  route("subscriptions", "./subscriptions/subscribe-page.tsx"),
  route("subscriptions/confirm", "./subscriptions/confirm-page.tsx"),
  route("subscriptions/unsubscribe", "./subscriptions/unsubscribe-page.tsx"),
  route("pricing-tiers", "./plans/plans-page.tsx"),
  route("information", "./orders/information-page.tsx"),
  route("checkout", "./orders/checkout-page.tsx"),
  route("order-complete", "./orders/order-complete-page.tsx"),
  route("*", "./layout/not-found-page.tsx"),
] satisfies RouteConfig;
