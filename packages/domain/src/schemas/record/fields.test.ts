import { expect, test } from "vitest";
import { issuesOf, parseRecord } from "../../../test/record-changes.ts";

const LINK = "Link to the contract must be a link that starts with https://";

test.each([
  "https://elkcreek.example/contract.pdf",
  "https://ofa.org/advanced-search/?f=sr&appnum=2049862#top",
  "https://münster.example/ü/日本?q=a+b",
  "https://xn--mnster-3ya.example/%20a|b",
  "https://localhost:8443/contract",
  "https://192.168.0.1/contract",
  "https://[::1]/contract",
  "https://intranet/",
  `https://example.com/${"x".repeat(280)}`,
])("accepts the URL %j", (contractUrl) => {
  expect(parseRecord({ terms: { contractUrl } })).toEqual({ terms: { contractUrl } });
});

test("stores the scheme of a URL in lower case, and trims the URL", () => {
  expect(parseRecord({ terms: { contractUrl: " HTTPS://Example.com/A\n" } })).toEqual({
    terms: { contractUrl: "https://Example.com/A" },
  });
});

test.each([
  ["http://example.com/contract", LINK],
  ["//example.com/contract", LINK],
  ["example.com/contract", LINK],
  ["https:example.com", LINK],
  ["https://", LINK],
  ["https:/\\example.com", LINK],
  ["https://example.com\\@evil.example", LINK],
  ["https://exam ple.com/", LINK],
  ["https://example.com/a b", LINK],
  ["https://user@example.com/", LINK],
  ["https://user:secret@example.com/", LINK],
  ["https://:secret@example.com/", LINK],
  ["https://example.com:99999/", LINK],
  ["https://[::1/", LINK],
  ["javascript:alert(1)", LINK],
  ["JavaScript://example.com/%0aalert(1)", LINK],
  ["data:text/html,x", LINK],
  ["ftp://example.com/", LINK],
  ["blob:https://example.com/1", LINK],
  [
    "https://example.com/\u202egnp.exe",
    "Link to the contract must be one line without control characters",
  ],
  ["https://example.com/a\nb", "Link to the contract must be one line without control characters"],
  ["https://example.com/\0", "Link to the contract contains characters that cannot be stored"],
  [`https://example.com/${"x".repeat(281)}`, "Link to the contract must be at most 300 characters"],
  [7, "Link to the contract must be text"],
  [["https://example.com"], "Link to the contract must be text"],
])("refuses the URL %j: %s", (contractUrl, message) => {
  expect(issuesOf({ terms: { contractUrl } })).toEqual([{ path: "terms.contractUrl", message }]);
});
