import type { Migration } from "../migrate.ts";

/** Tables of the insights: daily sums, which stay small, and recent texts of readers. */
export const insights: Migration = {
  name: "007-insights",
  up: async (database) => {
    await database.schema
      .createTable("insight_sums")
      .addColumn("project", "text", (column) => column.notNull())
      .addColumn("grain", "text", (column) => column.notNull())
      .addColumn("starts_at", "bigint", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("agent", "text", (column) => column.notNull())
      .addColumn("language", "text", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("count", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("insight_sums_key", [
        "project",
        "grain",
        "starts_at",
        "kind",
        "agent",
        "language",
        "version",
        "subject",
      ])
      .execute();
    await database.schema
      .createTable("insight_texts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("day", "bigint", (column) => column.notNull())
      .addColumn("last_at", "bigint", (column) => column.notNull())
      .addColumn("agent", "text", (column) => column.notNull())
      .addColumn("language", "text", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("page", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("thread_id", "text")
      .addColumn("count", "integer", (column) => column.notNull())
      .addColumn("opened", "integer", (column) => column.notNull())
      .execute();
    await database.schema.createIndex("insight_texts_of_day").on("insight_texts").columns(["project", "kind", "day"]).execute();
    await database.schema
      .createTable("sessions")
      .addColumn("hash", "text", (column) => column.primaryKey())
      .addColumn("key_id", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
  },
};
