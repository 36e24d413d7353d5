import { describe, expect, test } from "vitest";
import { isOfThisMachine, readSettings } from "./config.ts";

const siteUrlOf = (variables: Record<string, string>) => readSettings(variables).config.projects[0]?.siteUrl;

describe("without SITE_URL, on Vercel,", () => {
  const vercel = { VERCEL: "1", VERCEL_PROJECT_PRODUCTION_URL: "docs.example.com", VERCEL_URL: "docs-git-x.vercel.app" };

  test("production has the address of the project", () => {
    expect(siteUrlOf({ ...vercel, VERCEL_ENV: "production" })).toBe("https://docs.example.com");
  });

  test("a preview has its own address", () => {
    expect(siteUrlOf({ ...vercel, VERCEL_ENV: "preview" })).toBe("https://docs-git-x.vercel.app");
  });
});

test("SITE_URL wins over what Vercel says", () => {
  const variables = { VERCEL: "1", VERCEL_ENV: "preview", VERCEL_URL: "x.vercel.app", SITE_URL: "https://docs.example.org/" };
  expect(siteUrlOf(variables)).toBe("https://docs.example.org");
});

test("Vercel's variables count on Vercel alone", () => {
  expect(siteUrlOf({ VERCEL_ENV: "preview", VERCEL_URL: "x.vercel.app" })).toBe("http://localhost:3000");
});

test.each([
  ["http://localhost:3000", true],
  ["http://docs.localhost", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:3000", true],
  ["https://localhost.example.com", false],
  ["https://docs.example.com", false],
])("%s leads to this machine alone: %s", (url, expected) => expect(isOfThisMachine(url)).toBe(expected));

test("a process holds up to ten connections to Postgres, a function of Vercel three, and DATABASE_POOL_SIZE changes that", () => {
  const sizeOf = (variables: Record<string, string>) => readSettings(variables).environment.databasePoolSize;
  expect([sizeOf({}), sizeOf({ VERCEL: "1" }), sizeOf({ VERCEL: "1", DATABASE_POOL_SIZE: "1" })]).toEqual([10, 3, 1]);
  expect(() => sizeOf({ DATABASE_POOL_SIZE: "0" })).toThrow("DATABASE_POOL_SIZE must be a whole number from 1 to 100");
});
