import { getConfig } from "@/lib/config/config.ts";

export function GET() {
  return Response.json({ status: "ok", organisation: getConfig().organisation.id });
}
