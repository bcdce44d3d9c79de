/** What a person is called among ourselves: by their name, or their address while they have given none. */
export const personName = ({ fullName, email }: { fullName: string; email: string }): string =>
  fullName || email;
