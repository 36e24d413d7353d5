"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

const RECONNECT_MS = 1_000;

interface LiveRefreshProps {
  readonly address: string;
  /** Generation of the content that this page was made from. */
  readonly generation: number;
}

/** Refreshes the page, in development, whenever the content is newer than what it shows. */
export function LiveRefresh({ address, generation }: LiveRefreshProps) {
  const router = useRouter();
  const follow = useEffectEvent((newest: string) => {
    if (newest !== String(generation)) router.refresh();
  });
  useEffect(() => followChanges(address, (newest) => follow(newest)), [address]);
  return null;
}

/** Follows changes until the returned function is called. A browser reconnects by itself, but not after an error response. */
function followChanges(address: string, follow: (newest: string) => void): () => void {
  let changes: EventSource;
  let again: number | undefined;
  const connect = () => {
    changes = new EventSource(address);
    changes.onmessage = ({ data }) => follow(data);
    changes.onerror = () => {
      if (changes.readyState === EventSource.CLOSED) again = window.setTimeout(connect, RECONNECT_MS);
    };
  };
  connect();
  return () => {
    window.clearTimeout(again);
    changes.close();
  };
}
