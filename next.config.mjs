/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  experimental: { globalNotFound: true, isrFlushToDisk: false },
  serverExternalPackages: ["@apidevtools/swagger-parser", "pg", "shiki"],
};
