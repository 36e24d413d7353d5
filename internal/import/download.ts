import { type ContentFile, type ContentFiles, DescriptionError, fetchAsFile, listNamedAddresses } from "./engine/files.ts";

/** Fetches the API description at an address as a file of the content. */
export type Download = (address: string) => Promise<ContentFile>;

/** Fetches from the host that the address names, by https, where that is on the public internet. */
export const downloadPublic: Download = (address) =>
  fetchAsFile(address, { rules: { allowHosts: [new URL(address).host], allowInsecure: false } });

/** Fetches the API descriptions that docs.json names by an address, and says which came and which not. */
export async function downloadNamed(
  content: ContentFiles,
  download: Download,
  say: (line: string) => void,
): Promise<ContentFile[]> {
  const files: ContentFile[] = [];
  for (const address of listNamedAddresses(content)) {
    try {
      const file = await download(address);
      files.push(file);
      say(`Downloaded ${address} as ${file.path}.`);
    } catch (cause) {
      if (!(cause instanceof DescriptionError)) throw cause;
      say(`Not downloaded: ${cause.message}`);
    }
  }
  return files;
}
