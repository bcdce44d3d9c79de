import { emailAddress, line, required, honeypot, words } from "./rules.ts";
import { longestPersonName, longestPhone } from "#domain/text-lengths.ts";

/** The most characters of a message to us, and of the answer to it. */
export const longestContactMessage = 5000;

/** A message to us. Only a program fills in the website: it gets an answer, and we drop its message. */
export const contactFields = {
  name: required(line(longestPersonName)),
  email: required(emailAddress),
  phone: line(longestPhone),
  subject: required(line(160)),
  message: required(words(longestContactMessage)),
  website: honeypot,
};
