import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Message, Permissions, Uuid } from "#contract/fields.ts";
import { byId } from "#contract/params.ts";

export const Invitation = z.object({
  id: Uuid,
  permissions: Permissions,
  createdAt: z.string(),
  expiresAt: z.string(),
  createdBy: z.nullable(z.string()),
  usedBy: z.nullable(z.string()),
  usedAt: z.nullable(z.string()),
});
export type Invitation = z.infer<typeof Invitation>;

const tag = "Admin: accounts";
const access = ["manage_users"] as const;

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/admin/invitations",
  summary: "Administrators' invitations that are open or were used, newest first",
  tag,
  access,
  response: z.array(Invitation),
  status: 200,
});

export const inviteAdministrator = endpoint({
  method: "POST",
  path: "/api/admin/invitations",
  summary:
    "Make a single-use administrator's code. Nobody grants what they lack. The code is shown this once",
  tag,
  access,
  body: z.object({ permissions: Permissions.check(z.minLength(1, "must name at least one")) }),
  response: z.object({ code: z.string(), invitation: Invitation }),
  status: 201,
});

export const withdrawInvitation = endpoint({
  method: "DELETE",
  path: "/api/admin/invitations/:id",
  summary: "Withdraw an invitation that was not used",
  tag,
  access,
  params: byId("invitation_not_found"),
  response: Message,
  status: 200,
});
