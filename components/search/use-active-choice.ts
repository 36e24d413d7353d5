import { useState } from "react";

/**
 * Keeps the active choice of a list: the one at `first` until the reader moves, or none where that is negative. `moved` says
 * that the reader did; Home and End belong to the text until then.
 */
export function useActiveChoice(count: number, resetKey: string, first: number) {
  const [state, setState] = useState({ key: resetKey, index: -1, moved: false });
  const current = state.key === resetKey ? state : { key: resetKey, index: -1, moved: false };
  const active = count === 0 ? -1 : Math.min(current.index < 0 ? first : current.index, count - 1);

  const go = (index: number) => {
    setState({ key: resetKey, index, moved: true });
    return true;
  };
  const move = (key: string): boolean => {
    if (count === 0) return false;
    if (key === "ArrowDown") return go((active + 1) % count);
    if (key === "ArrowUp") return go(active <= 0 ? count - 1 : active - 1);
    if (current.moved && key === "Home") return go(0);
    if (current.moved && key === "End") return go(count - 1);
    return false;
  };
  return {
    active,
    moved: current.moved,
    move,
    point: (index: number) => setState({ key: resetKey, index, moved: current.moved }),
  };
}
