import { expect, test } from "vitest";
import { titleOfOperation } from "./operation-title.ts";

const PATHS = {
  "/v1/balance": { get: {} },
  "/v1/balance/history": { get: {} },
  "/v1/balance/history/{id}": { get: {} },
  "/v1/customers/{customer}/people": { get: {}, post: {} },
  "/v1/customers/{customer}/cash_balance": { get: {}, post: {} },
  "/v1/fonts/{family}": { get: {} },
};

const titleFor = (call: string, id = "") => {
  const [method = "", path = ""] = call.split(" ");
  return titleOfOperation({ paths: PATHS }, { method, path, id });
};

test.each([
  ["GET /v1/accounts", "List accounts"],
  ["POST /v1/accounts", "Create account"],
  ["GET /v1/accounts/{account}", "Get account"],
  ["POST /v1/accounts/{account}", "Update account"],
  ["PATCH /v1/accounts/{account_id}", "Update account"],
  ["DELETE /api/v2/accounts/{id}/bank_accounts/{id}", "Delete account bank account"],
  ["GET /checkout/sessions/{session}/line_items", "List checkout session line items"],
  ["GET /v1/customers/{customer}/tax-ids/{id}", "Get customer tax ID"],
  ["POST /v1/customers/{customer}/people", "Create customer person"],
  ["GET /v1/balance", "Get balance"],
  ["GET /v1/balance/history", "List balance history"],
  ["GET /v1/balance/history/{id}", "Get balance history by ID"],
  ["POST /v1/customers/{customer}/cash_balance", "Update customer cash balance"],
  ["DELETE /v1/project/{id}", "Delete project"],
  ["POST /v1/charges/{charge}/capture", "Capture charge"],
  ["POST /v1/readers/{reader}/process_payment", "Process payment for reader"],
  ["POST /v1/intents/{intent}/verify_microdeposits", "Verify microdeposits for intent"],
  ["GET /v1/charges/search", "Search charges"],
  ["GET /movies/{id}/categories/{id}", "Get movie category"],
  ["GET /statuses/{status}/caches/{cache}", "Get status cache"],
  ["HEAD /paymentIntents/{id}", "Check payment intent"],
])("%s is the title %s", (call, title) => expect(titleFor(call)).toBe(title));

test.each([
  ["GetAccountsAccount", "Get account"],
  ["get_v1_accounts__account_", "Get account"],
  ["v1AccountsAccountGet", "Get account"],
  ["retrieveAccount", "Retrieve account"],
  ["getAccountOfCustomer", "Get account of customer"],
])("an id that repeats method and path is no title: %s gives %s", (id, title) =>
  expect(titleFor("GET /v1/accounts/{account}", id)).toBe(title),
);

test.each([
  ["GET /files/{path}.json", "", "GET /files/{path}.json"],
  ["GET /{bucket}/{key}", "", "GET /{bucket}/{key}"],
  ["OPTIONS /pets", "", "OPTIONS /pets"],
  ["GET /pets/{owner}/{id}", "GetPetsOwnerId", "Get pets owner ID"],
])("a path of no plain names keeps its words: %s %s gives %s", (call, id, title) => expect(titleFor(call, id)).toBe(title));
