import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const updatePublishing: Migration = {
  name: "004-update-publishing",
  up: async (database) => {
    await database.schema
      .alterTable("jobs")
      .addColumn("returned", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await database.schema.alterTable("jobs").addColumn("generation", "integer").execute();
    await database.schema.alterTable("jobs").addColumn("hook_answer", "text").execute();
    await database.schema.dropIndex("jobs_one_queued").execute();
    // A job that was given back waits beside the one that was queued meanwhile: neither statusId may be lost.
    await database.schema
      .createIndex("jobs_one_queued")
      .unique()
      .on("jobs")
      .column("project")
      .where(sql<boolean>`status = 'queued' and returned = 0`)
      .execute();
    // One count over all projects of a deployment, so that an instance says with one number what it serves.
    await database.schema.createIndex("generations_number").unique().on("generations").column("number").execute();
    await database.schema
      .createTable("generation_count")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("number", "integer", (column) => column.notNull())
      .execute();
    await database.insertInto("generation_count").values({ id: 1, number: 0 }).execute();
  },
};
