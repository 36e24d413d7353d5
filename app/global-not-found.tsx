import type { Metadata } from "next";
import { headers } from "next/headers";
import "./global.css";
import { NotFound } from "@/components/docs/not-found.tsx";
import { requestedPathHeader } from "@/components/docs/requested-path.ts";
import { getMainProject } from "@/lib/config/config.ts";

export function generateMetadata(): Metadata {
  return { title: `404 · ${getMainProject().name}`, robots: { index: false } };
}

export default async function GlobalNotFound() {
  return <NotFound path={(await headers()).get(requestedPathHeader) ?? "/"} />;
}
