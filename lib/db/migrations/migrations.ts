import type { Migration } from "../migrate.ts";
import { counters } from "./001-counters.ts";
import { keys } from "./001-keys.ts";
import { threads } from "./002-threads.ts";
import { updates } from "./003-updates.ts";
import { updatePublishing } from "./004-update-publishing.ts";
import { chargeFunction } from "./005-charge-function.ts";
import { messageText } from "./006-message-text.ts";
import { insights } from "./007-insights.ts";
import { jobBuild } from "./008-job-build.ts";
import { chargeBatch } from "./009-charge-batch.ts";

/** Migrations of the database, oldest first. A released one is never edited: a change is a new file at the end. */
export const migrations: readonly Migration[] = [keys, threads, updates, updatePublishing, messageText, insights, jobBuild];

/** Migrations of the counters: another file on SQLite, the same database on Postgres. */
export const counterMigrations: readonly Migration[] = [counters, chargeFunction, chargeBatch];
