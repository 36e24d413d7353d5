import { revalidatePath } from "next/cache";
import { ownUi } from "@/components/own-ui.ts";
import { DroppedPages, INTERNAL_SECRET_HEADER, isInternalSecret } from "@/lib/site/served/revalidate.ts";

/** Drops prerendered pages of this process, for this process alone: see `lib/site/served/revalidate.ts`. */
export async function POST(request: Request) {
  if (!isInternalSecret(request.headers.get(INTERNAL_SECRET_HEADER))) return new Response(null, { status: 404 });
  const { paths } = DroppedPages.parse(await request.json());
  if (paths === null || drawsSiteAroundPages()) revalidatePath("/", "layout");
  else for (const path of paths) revalidatePath(path);
  return new Response(null, { status: 204 });
}

/** Returns true when the fork draws something around pages: it gets the whole site, and may show any page's text. */
function drawsSiteAroundPages(): boolean {
  return Object.values({ ...ownUi.slots, ...ownUi.parts }).some(Boolean);
}
