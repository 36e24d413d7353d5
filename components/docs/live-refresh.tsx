// Tested in e2e/reading.spec.ts.
"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

interface LiveRefreshProps {
  readonly address: string;
  /** Generation of the content that this page was made from. */
  readonly generation: number;
}

/** In development: shows the page again whenever the content is newer than what it shows. */
export function LiveRefresh({ address, generation }: LiveRefreshProps) {
  const router = useRouter();
  const follow = useEffectEvent((newest: string) => {
    if (newest !== String(generation)) router.refresh();
  });
  useEffect(() => {
    const changes = new EventSource(address);
    changes.onmessage = ({ data }) => follow(data);
    return () => changes.close();
  }, [address]);
  return null;
}
