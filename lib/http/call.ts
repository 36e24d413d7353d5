/** The former names. */
export { answerRequest as answerCall, type RequestContext as Call } from "./request-context.ts";
