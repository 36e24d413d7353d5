import type { Migration } from "../migrate.ts";

export const keys: Migration = {
  name: "001-keys",
  up: async (database) => {
    await database.schema
      .createTable("keys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("organisation", "text", (column) => column.notNull())
      .addColumn("project", "text")
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("addresses", "text", (column) => column.notNull())
      .addColumn("origins", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint")
      .addColumn("revoked_at", "bigint")
      .addColumn("last_used_at", "bigint")
      .execute();
  },
};
