/** Where to reach us. The number is from the range kept for examples; the real ones replace both here, and nowhere else. */
export const contactDetails = {
  email: "hello@longbay.example",
  phone: "+1 (650) 555-0142",
} as const;

export const phoneLink = `tel:${contactDetails.phone.replace(/[^+\d]/g, "")}`;
export const mailLink = `mailto:${contactDetails.email}`;
