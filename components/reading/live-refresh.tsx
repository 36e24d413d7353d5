"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** In development: shows the page anew whenever the content changes. */
export function LiveRefresh({ address }: { address: string }) {
  const router = useRouter();
  useEffect(() => {
    const changes = new EventSource(address);
    changes.onmessage = () => router.refresh();
    return () => changes.close();
  }, [address, router]);
  return null;
}
