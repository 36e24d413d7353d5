import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { makeFolder } from "../testing/folder.ts";

const folder = path.join(import.meta.dirname, "starter/github/workflows");
const read = (name: string) => parse(readFileSync(path.join(folder, name), "utf8"));
const hasTools = ["jq", "iconv"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

/** Runs the step that posts, with programs in place of gh and unzip. Returns the calls of gh and the comment that is posted. */
function post(review: Buffer | string, pulls: object[], comments: object[] = []): { calls: string[]; body: string | undefined } {
  const root = makeFolder();
  const programs = path.join(root, "programs");
  mkdirSync(programs);
  const write = (name: string, text: string) => {
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${text}`);
    chmodSync(path.join(programs, name), 0o755);
  };
  writeFileSync(path.join(root, "review.md"), review);
  writeFileSync(path.join(root, "pulls.json"), JSON.stringify(pulls));
  writeFileSync(path.join(root, "comments.json"), JSON.stringify(comments));
  const artifacts = { artifacts: [{ id: 7, name: "review", size_in_bytes: 900 }] };
  writeFileSync(path.join(root, "artifacts.json"), JSON.stringify(artifacts));
  write(
    "gh",
    `echo "$@" >> ${root}/calls
case "$*" in
  *"--method GET repos/acme/docs/pulls"*) cat ${root}/pulls.json ;;
  *"--paginate"*) cat ${root}/comments.json ;;
  *"/zip") echo zip ;;
  *"/artifacts") cat ${root}/artifacts.json ;;
esac`,
  );
  write("unzip", `cat ${root}/review.md`);
  const { run } = read("review-comment.yml").jobs.comment.steps[0];
  const env = { PATH: `${programs}:${process.env.PATH}`, REPO: "acme/docs", RUN: "5", HEAD: "eve:main", SHA: "abc" };
  execFileSync("bash", ["-c", run], { cwd: root, env: { ...env, NODE_ENV: "test" } });
  const calls = readFileSync(path.join(root, "calls"), "utf8").trim().split("\n");
  const posted = calls.some((call) => call.includes("comment.json"));
  return { calls, body: posted ? JSON.parse(readFileSync(path.join(root, "comment.json"), "utf8")).body : undefined };
}

const ours = [{ number: 3, head: { sha: "abc" } }];

test("a fork's pull request is read without a token, and nothing of it is checked out where it is posted", () => {
  const [review, comment] = [read("review.yml"), read("review-comment.yml")];
  expect([review.permissions, Object.keys(review.on)]).toEqual([{ contents: "read" }, ["pull_request"]]);
  expect(JSON.stringify(review)).not.toContain("secrets.");
  expect(comment.permissions).toEqual({ actions: "read", "pull-requests": "write" });
  const [step, ...others] = comment.jobs.comment.steps;
  expect([others, step.uses]).toEqual([[], undefined]);
  // What the event says of a fork reaches the shell as a variable, never as a part of the script.
  expect(step.run).not.toContain("${{");
});

test.skipIf(!hasTools)("posts a comment on the pull request of the event's commit alone (needs jq and iconv)", () => {
  expect(post("## Review", ours).calls.at(-1)).toMatch(/^api --method POST repos\/acme\/docs\/issues\/3\/comments /);
  expect(post("## Review", [{ number: 9, head: { sha: "other" } }]).body).toBeUndefined();
  const earlier = [
    { id: 1, user: { login: "eve" }, body: "<!-- docent-review -->\n" },
    { id: 2, user: { login: "github-actions[bot]" }, body: "<!-- docent-review -->\nold" },
  ];
  expect(post("## Review", ours, earlier).calls.at(-1)).toMatch(/--method PATCH repos\/acme\/docs\/issues\/comments\/2 /);
});

test.skipIf(!hasTools)(
  "nothing in the text of a fork works as a link, a picture, HTML, a name or an issue (needs jq and iconv)",
  () => {
    const hostile =
      "## Review\n- `a` @acme/team ![x](https://evil.example/p.png) [y](//evil.example) [z]: www.evil.example <img src=x> #12 GH-1 \0\n";
    const { body = "" } = post(hostile, ours);
    expect(body.startsWith("<!-- docent-review -->\n## Review\n- `a` @\u2060acme/team")).toBe(true);
    const rest = body.slice("<!-- docent-review -->".length);
    expect(rest).not.toMatch(/<|>|@\w|\]\(|\]:|!\[|:\/\/|www\.|#\d|GH-\d|\0/i);
    const large = post(Buffer.concat([Buffer.alloc(59_999, "a"), Buffer.from("ä".repeat(50_000))]), ours).body ?? "";
    expect(large.length).toBeLessThan(60_100);
    expect(large).not.toContain("\ufffd");
  },
);
