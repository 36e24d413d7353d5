import type { OwnMessages } from "@/lib/i18n/own-messages.ts";

export const en: OwnMessages = { docs: { notFoundText: "Back to the quay" } };
