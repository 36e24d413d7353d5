import { expect, test } from "../scripted-answers.ts";
import { ask, failure, log, openPanel, question, status, wait, writeSlowly } from "./panel-page.ts";

test.describe("stopping and failing", () => {
  test("stop keeps what was written, says so, and the next question works", async ({ page, answerBy }) => {
    let stopped = false;
    const asked = await answerBy(async (answer) => {
      if (asked.length > 1) return answer.say("Fresh.");
      await writeSlowly(answer);
      stopped = answer.gone;
    });
    await openPanel(page);
    await ask(page, "long?");
    await expect(log(page)).toContainText("Line 3");
    await page.getByRole("button", { name: "Stop the answer" }).click();
    await expect(status(page)).toHaveText("Stopped");
    await expect(log(page)).toContainText("Stopped before the end.");
    await expect(log(page)).toContainText("Line 3");
    await expect(question(page)).toBeFocused();
    await expect.poll(() => stopped).toBe(true);
    await ask(page, "next");
    await expect(log(page)).toContainText("Fresh.");
  });

  test("an answer that breaks off keeps its beginning and can be tried again", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => {
      if (asked.length > 1) return answer.say("Whole answer.");
      answer.begin();
      answer.text("Half an ans");
      answer.part("3", "The answer could not be completed.");
      answer.end("error");
    });
    await openPanel(page);
    await ask(page, "keys?");
    await expect(failure(page)).toContainText("The answer was interrupted.");
    await expect(log(page)).toContainText("Half an ans");
    await failure(page).getByRole("button", { name: "Try again" }).press("Enter");
    await expect(question(page), "the button is gone").toBeFocused();
    await expect(log(page)).toContainText("Whole answer.");
    await expect(log(page)).not.toContainText("Half an ans");
    await expect(failure(page)).toHaveCount(0);
  });

  test("a connection that is cut is a failure, not an end", async ({ page, answerBy, expectedConsoleErrors }) => {
    expectedConsoleErrors.push(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
    await answerBy(async (answer) => {
      answer.begin();
      answer.text("Half an ans");
      await wait(300);
      answer.cut();
    });
    await openPanel(page);
    await ask(page, "keys?");
    await expect(failure(page)).toContainText("The answer was interrupted.");
  });

  test("an empty answer is a failure, not a blank", async ({ page, answerBy }) => {
    await answerBy((answer) => {
      answer.begin();
      answer.end();
    });
    await openPanel(page);
    await ask(page, "keys?");
    await expect(failure(page)).toContainText("No answer came back.");
  });

  for (const [name, refusal, words] of [
    ["above a limit", { status: 429, headers: { "Retry-After": "300" } }, "Too many questions for now.Try again in 5 minutes."],
    ["when the service is down", { status: 503, headers: {} }, "Something went wrong on our side."],
  ] as const) {
    test(`says what helps ${name}, and tries again`, async ({ page, answerBy, expectedConsoleErrors }) => {
      expectedConsoleErrors.push(/status of (429|503)/);
      const asked = await answerBy((answer) =>
        asked.length > 1 ? answer.say("There you are.") : answer.refuse(refusal.status, refusal.headers),
      );
      await openPanel(page);
      await ask(page, "keys?");
      await expect(failure(page)).toContainText(words);
      await failure(page).getByRole("button", { name: "Try again" }).click();
      await expect(log(page)).toContainText("There you are.");
    });
  }

  test("says when the service cannot be reached", async ({ page, expectedConsoleErrors }) => {
    expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await page.route("**/v1/assistant/harbor/message", (route) => route.abort("internetdisconnected"));
    await openPanel(page);
    await ask(page, "keys?");
    await expect(failure(page)).toContainText("The assistant is unavailable.");
  });

  test("a thread that the service no longer has is dropped, and the question asked once more", async ({
    page,
    answerBy,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/status of 404/);
    const asked = await answerBy((answer) => {
      if (answer.question.threadId === "th_scripted") return answer.refuse(404);
      answer.begin({ threadId: asked.length === 1 ? "th_scripted" : "th_next" });
      answer.text(`Answer ${asked.length}.`);
      answer.end();
    });
    await openPanel(page);
    await ask(page, "one");
    await expect(log(page)).toContainText("Answer 1.");
    await ask(page, "two");
    await expect(log(page)).toContainText("Answer 3.");
    await ask(page, "three");
    await expect(log(page)).toContainText("Answer 4.");
    expect(asked.map(({ threadId }) => threadId)).toEqual([undefined, "th_scripted", undefined, "th_next"]);
  });
});
