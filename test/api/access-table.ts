import type { Permission } from "#domain/people/permissions.ts";

/**
 * Who may call what, written down apart from the routes themselves. A route that is not here fails the suite.
 * - `public`: anybody.
 * - `session`: whoever is signed in, suspended or short of a second factor too.
 * - `account`: whoever is signed in wholly and not suspended.
 * - `administrator`: an administrator, whatever their permissions.
 * - a list: an administrator with one of these permissions, or with all.
 * - `protocol`: whoever has a session, in the sign-in service's own words (401 without a token, 403 for a bad one).
 * - `row`: whoever has a session, in PostgREST's words (401 for anybody else).
 * - `service`: the holder of the service's key, in the same words.
 */
export type Expected =
  | "public"
  | "session"
  | "account"
  | "administrator"
  | "protocol"
  | "row"
  | "service"
  | readonly Permission[];

const full: readonly Permission[] = ["all"];
const users: readonly Permission[] = ["manage_users"];
const reports: readonly Permission[] = ["view_reports"];
const payments: readonly Permission[] = ["manage_payments"];
const fleet: readonly Permission[] = ["manage_cars"];
const uploads: readonly Permission[] = ["manage_cars", "upload_data"];
const subscribers: readonly Permission[] = ["view_reports"];

export const accessTable: Record<string, Expected> = {
  // The catalogue, prices and orders
  "GET /api/brands": "public",
  "GET /api/cars": "public",
  "GET /api/cars/:id": "public",
  "GET /api/cars/:id/availability": "public",
  "GET /api/cars/:id/similar": "public",
  "GET /api/cars/search": "public",
  "GET /api/categories": "public",
  "GET /api/locations": "public",
  "GET /api/hosting/estimate": "public",
  "GET /api/images/cars/*": "public",
  "GET /api/images/cars/:name": "public",
  "GET /api/images/previews/:file": "public",
  "POST /api/quotes": "public",
  "POST /api/bookings": "public",
  "POST /api/orders": "public",
  "POST /api/orders/find": "public",
  "GET /api/orders/:id": "public",
  "POST /api/orders/:id/cancel": "public",
  "POST /api/orders/:id/confirm-email": "public",
  "GET /api/wizard": "account",
  "POST /api/wizard": "account",
  "PATCH /api/wizard/:id": "account",
  "POST /api/wizard/:id/complete": "account",

  // Forms
  "POST /api/contact": "public",
  "POST /api/email-subscriptions": "public",
  "POST /api/email-subscriptions/confirm": "public",
  "POST /api/email-subscriptions/unsubscribe": "public",

  // Accounts
  "POST /api/auth/v2/signup": "public",
  "POST /api/auth/login": "public",
  "POST /api/auth/logout": "public",
  "POST /api/auth/forgot-password": "public",
  "POST /api/auth/admin-code": "public",
  "POST /api/auth/link": "public",
  "POST /api/auth/v2/signout": "session",
  "GET /api/auth/user": "account",
  "GET /api/auth/v2/profile": "account",
  "PUT /api/auth/v2/profile": "account",
  "PUT /api/auth/profile": "account",
  "GET /api/auth/sessions": "account",
  "DELETE /api/auth/sessions/:id": "account",
  "POST /api/auth/recovery-codes": "account",
  "GET /api/account/orders": "account",
  "GET /api/account/orders/:id": "account",
  "GET /api/account/messages": "account",
  "GET /api/account/overview": "account",
  "GET /api/account/saved-cars": "account",
  "GET /api/account/saved-cars/ids": "account",
  "PUT /api/account/saved-cars/:carId": "account",
  "DELETE /api/account/saved-cars/:carId": "account",
  "GET /api/account/notifications": "account",
  "PUT /api/account/notifications": "account",
  "GET /api/account/payment-methods": "account",
  "POST /api/account/payment-methods": "account",
  "PUT /api/account/payment-methods/:id": "account",
  "DELETE /api/account/payment-methods/:id": "account",
  "GET /api/account/export": "account",
  "DELETE /api/account": "account",
  "POST /api/account/documents": "account",
  "GET /api/account/documents/:id/link": "account",
  "GET /api/account/documents/:id/content": "account",
  "GET /api/account/licence": "account",
  "PUT /api/account/licence": "account",
  "GET /api/orders/:id/insurance-proof": "account",
  "PUT /api/orders/:id/insurance-proof": "account",
  "GET /api/admin/verifications": users,
  "PUT /api/admin/verifications/:id": users,
  "GET /api/account/host-application": "account",
  "POST /api/account/host-application": "account",

  // Administrators
  "GET /api/admin/user": "administrator",
  "GET /api/admin/invitations": users,
  "POST /api/admin/invitations": users,
  "DELETE /api/admin/invitations/:id": users,
  "GET /api/admin/users": ["manage_users", "view_admin"],
  "GET /api/admin/users/:id": users,
  "PUT /api/admin/users/:id/role": users,
  "POST /api/admin/users/:id/suspend": users,
  "POST /api/admin/users/:id/restore": users,
  "GET /api/admin/messages": "administrator",
  "POST /api/admin/messages/:id/answer": "administrator",
  "PUT /api/admin/messages/:id/closed": "administrator",
  "GET /api/email-subscriptions": subscribers,
  "GET /api/admin/subscription-counts": subscribers,
  "GET /api/email-subscriptions/export.csv": subscribers,
  "GET /api/admin/host-applications": users,
  "POST /api/admin/host-applications/:id/decision": users,
  "GET /api/admin/backend": full,
  "POST /api/admin/backend/dead-letters/retry": full,
  "POST /api/admin/backend/dead-letters/:id/retry": full,
  "DELETE /api/admin/backend/dead-letters/:id": full,
  "GET /api/admin/cars": uploads,
  "POST /api/admin/cars": fleet,
  "GET /api/admin/cars/counts": uploads,
  "GET /api/admin/cars/:id": uploads,
  "PUT /api/admin/cars/:id": fleet,
  "PATCH /api/admin/cars/:id/availability": fleet,
  "DELETE /api/admin/cars/:id": fleet,
  "POST /api/admin/cars/:id/restore": fleet,
  "GET /api/admin/cars/:id/calendar": fleet,
  "POST /api/admin/cars/:id/blocks": fleet,
  "DELETE /api/admin/cars/:id/blocks/:block": fleet,
  "POST /api/admin/upload-images": uploads,
  "POST /api/admin/upload-csv": uploads,
  "GET /api/admin/cloud-storage": uploads,
  "POST /api/admin/upload-to-cloud": uploads,
  "GET /api/admin/imports": uploads,
  "POST /api/admin/imports/:id/undo": uploads,
  "GET /api/admin/cars/export.csv": uploads,
  "GET /api/admin/uploads/:id": uploads,

  "GET /api/admin/dashboard/stats": "administrator",
  "GET /api/admin/system/alerts": "administrator",
  "POST /api/admin/system/alerts/:id/acknowledge": "administrator",
  "GET /api/admin/activity": "administrator",
  "GET /api/admin/trips": "administrator",
  "GET /api/admin/dashboard/finance": payments,
  "GET /api/admin/dashboard/finance/months.csv": payments,
  "GET /api/admin/reports": reports,
  "GET /api/admin/reports/months.csv": reports,
  "GET /api/admin/reports/cities.csv": reports,
  "GET /api/admin/reports/categories.csv": reports,
  "GET /api/admin/reports/utilisation.csv": reports,
  "GET /api/admin/reports/funnel.csv": reports,
  "GET /api/admin/reports/subscriptions.csv": reports,
  "GET /api/admin/orders": "administrator",
  "POST /api/admin/orders": "administrator",
  "POST /api/admin/bookings": "administrator",
  "GET /api/admin/orders/export.csv": "administrator",
  "GET /api/admin/orders/:id": "administrator",
  "PUT /api/admin/orders/:id/status": "administrator",
  "POST /api/admin/orders/:id/undo-status": "administrator",
  "GET /api/admin/orders/:id/cars": "administrator",
  "PUT /api/admin/orders/:id/car": "administrator",
  "POST /api/admin/orders/:id/notes": "administrator",

  "POST /api/claude/analyze-car": ["manage_cars"],
  "POST /api/claude/generate-description": ["manage_cars"],
  "POST /api/claude/generate-marketing": ["manage_cars"],
  "POST /api/claude/analyze-pricing": ["manage_cars"],

  // The sign-in service
  "GET /auth/v1/.well-known/jwks.json": "public",
  "GET /auth/v1/health": "public",
  "GET /auth/v1/settings": "public",
  "GET /auth/v1/authorize": "public",
  "GET /auth/v1/verify": "public",
  "POST /auth/v1/signup": "public",
  "POST /auth/v1/token": "public",
  "POST /auth/v1/recover": "public",
  "POST /auth/v1/resend": "public",
  "POST /auth/v1/otp": "public",
  "POST /auth/v1/magiclink": "public",
  "POST /auth/v1/verify": "public",
  "POST /auth/v1/sso": "public",
  "GET /auth/v1/user/identities/authorize": "public",
  "DELETE /auth/v1/user/identities/:id": "public",
  "GET /auth/v1/user": "protocol",
  "PUT /auth/v1/user": "protocol",
  "GET /auth/v1/reauthenticate": "protocol",
  "POST /auth/v1/logout": "protocol",
  "POST /auth/v1/factors": "protocol",
  "POST /auth/v1/factors/:id/challenge": "protocol",
  "POST /auth/v1/factors/:id/verify": "protocol",
  "DELETE /auth/v1/factors/:id": "protocol",
  "GET /auth/v1/admin/users": "service",
  "POST /auth/v1/admin/users": "service",
  "GET /auth/v1/admin/users/:id": "service",
  "PUT /auth/v1/admin/users/:id": "service",
  "DELETE /auth/v1/admin/users/:id": "service",
  "GET /auth/v1/admin/users/:id/factors": "service",
  "DELETE /auth/v1/admin/users/:id/factors/:factorId": "service",
  "POST /auth/v1/admin/generate_link": "service",
  "POST /auth/v1/invite": "service",
  "GET /rest/v1/profiles": "public",
  "POST /rest/v1/profiles": "row",

  // What describes and checks the product; emails only on this machine
  "GET /api/docs": "public",
  "GET /api/docs/": "public",
  "GET /api/docs/js/scalar.js": "public",
  "GET /api/openapi.json": "public",
  "GET /dev/mailbox": "public",
  "GET /dev/mailbox.json": "public",
  "GET /dev/mailbox/:id": "public",
  "GET /dev/mailbox/:id/:file": "public",
  "GET /dev/texts.json": "public",
  "GET /healthz": "public",
  "GET /readyz": "public",
  "GET /manifest.webmanifest": "public",
  "GET /robots.txt": "public",
  "GET /sitemap.xml": "public",
  "GET /sitemap/:name.xml": "public",
};
