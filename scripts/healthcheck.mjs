// Plain JavaScript beside the server of an image: ends with 0 when it answers.
import { readFileSync } from "node:fs";

const { basePath } = JSON.parse(readFileSync(new URL(".next/routes-manifest.json", import.meta.url), "utf8"));
const response = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}${basePath}/v1/health`);
process.exit(response.ok ? 0 : 1);
