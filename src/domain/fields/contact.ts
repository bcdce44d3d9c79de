import { emailAddress, line, required, trap, words } from "./rules.ts";

/** A message to us. What fills in the website is a program, and is answered without being heard. */
export const contactFields = {
  name: required(line(120)),
  email: required(emailAddress),
  phone: line(40),
  subject: required(line(160)),
  message: required(words(5000)),
  website: trap,
};
