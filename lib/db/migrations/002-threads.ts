import type { Migration } from "../migrate.ts";

export const threads: Migration = {
  name: "002-threads",
  up: async (database) => {
    await database.schema
      .createTable("threads")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("domain", "text", (column) => column.notNull())
      .addColumn("fp", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await database.schema.createIndex("threads_of_reader").on("threads").columns(["domain", "fp", "updated_at"]).execute();
    await database.schema.createIndex("threads_updated_at").on("threads").column("updated_at").execute();
    await database.schema
      .createTable("messages")
      .addColumn("thread_id", "text", (column) => column.notNull().references("threads.id").onDelete("cascade"))
      .addColumn("id", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("messages_key", ["thread_id", "id"])
      .addUniqueConstraint("messages_order", ["thread_id", "position"])
      .execute();
    await database.schema
      .createTable("feedback")
      .addColumn("thread_id", "text", (column) => column.notNull())
      .addColumn("message_id", "text", (column) => column.notNull())
      .addColumn("rating", "text", (column) => column.notNull())
      .addColumn("reason", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("feedback_key", ["thread_id", "message_id"])
      .addForeignKeyConstraint("feedback_message", ["thread_id", "message_id"], "messages", ["thread_id", "id"], (constraint) =>
        constraint.onDelete("cascade"),
      )
      .execute();
  },
};
