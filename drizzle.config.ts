import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/server/db/schema.ts",
    "./src/server/db/shared-schema.ts",
    "./src/server/db/mail-schema.ts",
    "./src/server/db/account-schema.ts",
    "./src/server/db/factor-schema.ts",
    "./src/server/db/import-schema.ts",
    "./src/server/db/admin-schema.ts",
    "./src/server/db/calendar-schema.ts",
    "./src/server/db/wizard-schema.ts",
    "./src/server/db/events-schema.ts",
    "./src/server/db/conversations-schema.ts",
    "./src/server/db/papers-schema.ts",
    "./src/server/db/changes-schema.ts",
    "./src/server/db/condition-schema.ts",
    "./src/server/db/reviews-schema.ts",
    "./src/server/db/renter-schema.ts",
    "./src/server/db/charges-schema.ts",
    "./src/server/db/payments-schema.ts",
    "./src/server/db/providers-schema.ts",
    "./src/server/db/write-offs-schema.ts",
    "./src/server/db/documents-schema.ts",
  ],
  out: "./src/server/db/migrations",
});
