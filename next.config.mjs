/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  experimental: { globalNotFound: true, isrFlushToDisk: false },
  serverExternalPackages: ["pg", "shiki"],
};
