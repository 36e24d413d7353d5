import { methods, publicEndpoint } from "@/lib/http/http.ts";
import { allowReading } from "@/lib/http/request-context.ts";

/** Tells `useChat({ resume: true })` that there is no stream to resume: an answer ends with its connection. */
const resume = publicEndpoint(async (context) => {
  allowReading(context);
  return new Response(null, { status: 204 });
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: resume });
