/** A person's name in the back office: their own name, or their email address while they have given none. */
export const personName = ({ fullName, email }: { fullName: string; email: string }): string =>
  fullName || email;
