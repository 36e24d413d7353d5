import { expect, test } from "vitest";
import { listServerOrigins, listServers } from "./servers.ts";

const description = {
  servers: [{ url: "https://api.example.com/v1/" }, { url: "/v1" }],
  paths: {
    "/a": { servers: [{ url: "https://path.example.com" }], get: {}, summary: "A" },
    "/b": { post: { servers: [{ url: "https://{region}.example.com", variables: { region: { default: "eu" } } }] } },
    "/c": { put: { servers: [{ url: "https://{open}.example.com" }, { url: "ftp://files.example.com" }, { url: 3 }] } },
    "/d": { $ref: "#/paths/~1a" },
  },
};

test("the nearest level that names servers holds", () => {
  expect(listServers({}, {}, description)).toEqual(["https://api.example.com/v1", "/v1"]);
  expect(listServers(description.paths["/b"].post, {}, description)).toEqual(["https://eu.example.com"]);
  expect(listServers({}, {}, {})).toEqual([""]);
  expect(listServers({}, { servers: [{ url: 3 }] }, { servers: [] })).toEqual([]);
});

test("a port that is written as a number fills its variable", () => {
  const servers = [{ url: "https://api.example.com:{port}/v1", variables: { port: { default: 8443 } } }];
  expect(listServers({ servers })).toEqual(["https://api.example.com:8443/v1"]);
});

test("a server without a scheme is asked by https", () => {
  expect(listServers({ servers: [{ url: "//api.example.com/" }] })).toEqual(["https://api.example.com"]);
});

test("origins come from every level, each once, and from nothing else", () => {
  expect(listServerOrigins(description)).toEqual([
    "https://api.example.com",
    "https://path.example.com",
    "https://eu.example.com",
    "https://*.example.com",
  ]);
});

test("an address cannot add to the header that it goes into", () => {
  const flows = { clientCredentials: { tokenUrl: "https://id.example.com/token" } };
  const components = { securitySchemes: { id: { type: "oauth2", flows } } };
  expect(listServerOrigins({ paths: {}, components })).toEqual(["https://id.example.com"]);
  const servers = [{ url: "https://api.example.com; script-src *" }, { url: "https://a.example.com;x/" }];
  expect(listServerOrigins({ servers, paths: {} })).toEqual([]);
});
