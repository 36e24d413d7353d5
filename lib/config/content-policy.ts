/** Sources by directive, as a Content-Security-Policy names them. */
type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** The rules of every page: nothing but from the site itself. Settings widen some and remove none. */
export const BASE_POLICY = {
  "default-src": ["'self'"],
  // Next writes its data into inline scripts of prerendered pages, where no nonce can be.
  "script-src": ["'self'", "'unsafe-inline'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "data:"],
  "media-src": ["'self'"],
  "connect-src": ["'self'"],
  "frame-src": ["'none'"],
  "object-src": ["'none'"],
  "base-uri": ["'self'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
} as const satisfies ContentPolicy;

/** Returns the value of the header. */
export function toPolicyHeader(policy: ContentPolicy): string {
  const rules = Object.entries(policy).map(([name, sources]) => `${name} ${sources.join(" ")}`);
  return rules.join("; ");
}
