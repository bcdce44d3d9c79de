import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("./home/home-page.tsx"),
  route("contact", "./contact/contact-page.tsx"),
  route("*", "./layout/not-found-page.tsx"),
] satisfies RouteConfig;
