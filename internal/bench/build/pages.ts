/** Pages by their paths below the content folder. */
export type Pages = Readonly<Record<string, string>>;

const [IN_FOLDER, IN_AREA] = [25, 500];
const SUBJECTS = ["queues", "webhooks", "invoices", "sessions", "exports", "regions", "quotas", "backups", "roles", "alerts"];
const VERBS = ["create", "list", "rotate", "archive", "restore", "monitor", "share", "import", "schedule", "delete"];

/** So many pages of plain MDX of about 4 kB, with tables, lists and code, in folders of 25, 20 of them in one; the same ones each time. */
export function writePages(count: number): Pages {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${toSlug(index)}.mdx`, toPage(index)]));
}

/** The address of a page below /docs. */
export function toSlug(index: number): string {
  const area = `area-${Math.floor(index / IN_AREA) + 1}`;
  return `${area}/part-${Math.floor(index / IN_FOLDER) + 1}/${topicOf(index).replaceAll(" ", "-")}-${index}`;
}

function topicOf(index: number): string {
  return `${VERBS[index % VERBS.length]} ${SUBJECTS[Math.floor(index / VERBS.length) % SUBJECTS.length]}`;
}

function toPage(index: number): string {
  const topic = topicOf(index);
  const sections = ["Before you begin", "In the console", "With the API", "When it fails", "What it costs"];
  return `---
title: How to ${topic} (${index})
description: What it takes to ${topic} in project ${index}.
---

${sections.map((heading, section) => toSection(topic, heading, index * sections.length + section)).join("\n")}
`;
}

function toSection(topic: string, heading: string, seed: number): string {
  const name = topic.replaceAll(" ", "_");
  return `## ${heading}

To **${topic}** you need the role *editor* and a key of the region ${seed % 7}. Each call is counted once, and what has been
counted is shown in the [console](https://console.example.com/${seed}) after at most ${(seed % 9) + 1} minutes.

1. Open the settings and choose \`${name}\`.
2. Give it a name of at most ${20 + (seed % 60)} characters.
3. Save, and wait for the answer.

\`\`\`ts
import { createClient } from "example";

const client = createClient({ key: process.env.EXAMPLE_KEY, region: ${seed % 7} });
const answer = await client.${name}({ name: "item-${seed}", retries: ${seed % 5} });
console.log(answer.id);
\`\`\`

| Field | Type | What it is |
| --- | --- | --- |
| \`id\` | string | Made by the service, ${seed} characters at most |
| \`retries\` | number | How often it tries again |
| \`region\` | number | Where it is kept |
`;
}
