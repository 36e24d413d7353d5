import { accountToken, inPath, type Json, jsonAnswer, refusalsOf } from "./operation.ts";
import { ref } from "./schemas.ts";

const statusId = "up_9f…";

export const updatePaths: Json = {
  "/v1/project/update/{projectId}": {
    post: {
      operationId: "triggerUpdate",
      tags: ["Updates"],
      summary: "Update a project",
      description:
        "Reads the API description and the content again and publishes them without a new build. Meant to be called from CI after the API description has changed.\n\n" +
        "While an update waits, its statusId is the answer and nothing is charged; while one runs, a new one waits behind it. There is no request body.\n\n" +
        "Accepted triggers are charged to the project.",
      security: accountToken,
      parameters: [
        inPath("projectId", { description: "The project: `id` of a project in the configuration.", example: "docent" }),
      ],
      responses: {
        202: jsonAnswer("The update will run, or waits already.", { schema: ref("UpdateAccepted"), example: { statusId } }),
        ...refusalsOf({ body: false }),
      },
    },
  },
  "/v1/project/update-status/{statusId}": {
    get: {
      operationId: "readUpdateStatus",
      tags: ["Updates"],
      summary: "Read an update's status",
      description: "Poll it every two seconds until `status` is success or failure. Every update ends in one of the two.",
      security: accountToken,
      parameters: [inPath("statusId", { description: "The statusId that the trigger answered.", example: statusId })],
      responses: {
        200: jsonAnswer("The update's status.", {
          schema: ref("UpdateStatus"),
          example: {
            _id: statusId,
            statusId,
            projectId: "docent",
            domain: "docent",
            subdomain: "docent",
            status: "success",
            createdAt: "2026-11-21T09:00:00.000Z",
            startedAt: "2026-11-21T09:00:00.120Z",
            endedAt: "2026-11-21T09:00:01.480Z",
            summary: "1 page modified.",
            logs: [
              "1/4 Reading the API description content/openapi.json.",
              "2/4 Checking 42 files of content.",
              "3/4 Preparing the search of 170 passages.",
              "4/4 Saving.",
            ],
            changes: { added: [], modified: ["/docs/api/search"], removed: [] },
          },
        }),
        ...refusalsOf({ body: false }),
      },
    },
  },
};
