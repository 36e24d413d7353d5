import { revalidatePath } from "next/cache";
import { after } from "next/server";
import { getEnvironment } from "@/lib/config/config.ts";
import { wakeWorker } from "@/lib/updates/updates.ts";

/** Starts the job immediately that the process's own loop would find within two seconds. Does not wait for it. */
export function workOnUpdates(): void {
  const work = wakeWorker();
  if (!getEnvironment().onVercel) return;
  // A function lives only as long as the work of its request, so pages are dropped for all instances from here.
  after(async () => {
    if (await work) revalidatePath("/", "layout");
  });
}
