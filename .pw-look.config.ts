import { defineConfig } from "@playwright/test";
export default defineConfig({ testDir: "e2e", testMatch: "*.spec.ts", testIgnore: "vercel/**", workers: 1, timeout: 60000, expect: { timeout: 15000 }, reporter: [["list"]], use: { baseURL: process.env.BASE, launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu","--disable-background-networking"] } } });
