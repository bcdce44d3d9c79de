import { emailAddress, line, required, honeypot, words } from "./rules.ts";

/** A message to us. Only a program fills in the website: it gets an answer, and we drop its message. */
export const contactFields = {
  name: required(line(120)),
  email: required(emailAddress),
  phone: line(40),
  subject: required(line(160)),
  message: required(words(5000)),
  website: honeypot,
};
