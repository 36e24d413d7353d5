import type { Migration } from "../migrate.ts";

/** The build that an update was worked on for, so that instances of others find it and do the same for theirs. */
export const jobBuild: Migration = {
  name: "008-job-build",
  up: async (database) => {
    await database.schema.alterTable("jobs").addColumn("build_hash", "text").execute();
    await database.schema.createIndex("jobs_of_project").on("jobs").columns(["project", "status", "ended_at"]).execute();
  },
};
