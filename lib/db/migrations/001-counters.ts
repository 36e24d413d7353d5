import type { Migration } from "../migrate.ts";

export const counters: Migration = {
  name: "001-counters",
  up: async (database) => {
    await database.schema
      .createTable("counters")
      .addColumn("bucket", "text", (column) => column.notNull())
      .addColumn("ends_at", "bigint", (column) => column.notNull())
      .addColumn("count", "integer", (column) => column.notNull())
      .addColumn("quota", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("counters_key", ["bucket", "ends_at"])
      .execute();
    await database.schema.createIndex("counters_ends_at").on("counters").column("ends_at").execute();
  },
};
