"use client";

import type { ReactNode } from "react";

/** Renders a form that is sent with each choice; without JavaScript its button sends it. */
export function FilterForm({ action, children }: { readonly action: string; readonly children: ReactNode }) {
  return (
    <form
      action={action}
      className="flex flex-wrap items-end gap-3"
      onChange={({ currentTarget }) => currentTarget.requestSubmit()}
    >
      {children}
    </form>
  );
}
