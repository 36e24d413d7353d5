/** Request header by which proxy.ts tells the 404 page what was asked for. */
export const requestedPathHeader = "x-docent-path";
