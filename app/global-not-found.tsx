import type { Metadata } from "next";
import { headers } from "next/headers";
import "./global.css";
import { askedPathHeader } from "@/components/reading/asked-path.ts";
import { NotFound } from "@/components/reading/not-found.tsx";
import { getMainProject } from "@/lib/config/config.ts";

export function generateMetadata(): Metadata {
  return { title: `404 · ${getMainProject().name}`, robots: { index: false } };
}

export default async function GlobalNotFound() {
  return <NotFound path={(await headers()).get(askedPathHeader) ?? "/"} />;
}
