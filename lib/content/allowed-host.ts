// Tested in components/mdx/icon.test.tsx.
/** Whether a picture or embed may be loaded: a path of the site, a data image, or https from an allowed host. */
export function isAllowed(address: string, hosts: readonly string[]): boolean {
  if (/^\/(?![/\\])/.test(address) || /^data:image\/(png|jpeg|gif|webp|avif);/.test(address)) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return (
    protocol === "https:" &&
    hosts.some((allowed) => host === allowed || (allowed.startsWith("*.") && host.endsWith(allowed.slice(1))))
  );
}
