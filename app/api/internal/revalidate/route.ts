import { revalidatePath } from "next/cache";
import { INTERNAL_SECRET_HEADER, isInternalSecret } from "@/lib/site/revalidate.ts";

/** Drops every prerendered page of this process, for this process alone: see `lib/site/revalidate.ts`. */
export function POST(request: Request) {
  if (!isInternalSecret(request.headers.get(INTERNAL_SECRET_HEADER))) return new Response(null, { status: 404 });
  revalidatePath("/", "layout");
  return new Response(null, { status: 204 });
}
