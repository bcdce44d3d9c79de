import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "react-router";
import { currentUserQuery } from "./queries.ts";
import { mayOpen } from "./sections.ts";

type AllowedLinkProps = LinkProps & { to: string };

/** A link within the back office for users who may open its address. For others, it is plain text. */
export function AllowedLink(link: AllowedLinkProps) {
  const { data: user } = useQuery(currentUserQuery);
  return user && mayOpen(user, link.to) ? <Link {...link} /> : <>{link.children}</>;
}

type PersonLinkProps = { id: string | null; children: string };

/** A person's name: a link to their page, for administrators who manage users, where the person has an account. */
export function PersonLink({ id, children }: PersonLinkProps) {
  const name = <bdi>{children}</bdi>;
  return id === null ? name : <AllowedLink to={`/admin/users/${id}`}>{name}</AllowedLink>;
}
