import { sql } from "kysely";
import type { Migration } from "../migrate.ts";

export const updates: Migration = {
  name: "003-updates",
  up: async (database, dialect) => {
    await database.schema
      .createTable("jobs")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project", "text", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("started_at", "bigint")
      .addColumn("ended_at", "bigint")
      .addColumn("owner", "text")
      .addColumn("lease_until", "bigint")
      .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("summary", "text")
      .addColumn("logs", "text", (column) => column.notNull().defaultTo("[]"))
      .addColumn("changes", "text")
      .addColumn("error", "text")
      .execute();
    // One running and one waiting update per project, held by the store itself.
    for (const status of ["queued", "in_progress"] as const)
      await database.schema
        .createIndex(`jobs_one_${status}`)
        .unique()
        .on("jobs")
        .column("project")
        .where(sql<boolean>`status = ${sql.lit(status)}`)
        .execute();
    await database.schema
      .createTable("generations")
      .addColumn("domain", "text", (column) => column.notNull())
      .addColumn("number", "integer", (column) => column.notNull())
      .addColumn("build_hash", "text", (column) => column.notNull())
      .addColumn("site_hash", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("snapshot", dialect === "sqlite" ? "blob" : "bytea", (column) => column.notNull())
      .addPrimaryKeyConstraint("generations_key", ["domain", "number"])
      .execute();
  },
};
