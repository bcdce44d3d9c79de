import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "react-router";
import { currentUserQuery } from "./queries.ts";
import { mayOpen } from "./sections.ts";

type AllowedLinkProps = LinkProps & { to: string };

/** A link within the back office for whoever may open what it leads to; its words alone for anybody else. */
export function AllowedLink(link: AllowedLinkProps) {
  const { data: user } = useQuery(currentUserQuery);
  return user && mayOpen(user, link.to) ? <Link {...link} /> : <>{link.children}</>;
}

type PersonLinkProps = { id: string | null; children: string };

/** Somebody's name, which leads whoever manages people to their page; nobody has one without an account. */
export function PersonLink({ id, children }: PersonLinkProps) {
  const name = <bdi>{children}</bdi>;
  return id === null ? name : <AllowedLink to={`/admin/users/${id}`}>{name}</AllowedLink>;
}
