import type { Migration } from "../migrate.ts";

/** Texts leave the JSON, where each one was twice and with its control characters written out. */
export const messageText: Migration = {
  name: "006-message-text",
  up: async (database) => {
    await database.schema.alterTable("messages").addColumn("text", "text").execute();
  },
};
