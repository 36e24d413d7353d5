/** Names of headers that no page can set, by the Fetch standard, and `User-Agent`, which some browsers drop without a word. */
const DROPPED = new Set([
  ...["accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method"],
  ...["access-control-request-private-network", "connection", "content-length", "cookie", "cookie2", "date", "dnt", "expect"],
  ...["host", "keep-alive", "origin", "referer", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade", "via"],
  "user-agent",
]);

/** Returns true for the name of a header that browsers leave out of a page's requests. */
export function isDroppedByBrowsers(name: string): boolean {
  const known = name.trim().toLowerCase();
  return DROPPED.has(known) || /^(?:proxy-|sec-)/.test(known);
}
