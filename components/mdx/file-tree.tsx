import { ChevronRight, FileText, Folder as FolderIcon } from "lucide";
import { LucideSvg } from "../ui/lucide-svg.tsx";
import { BOX, isOn, type PropsFor, type WithChildren } from "./blocks.tsx";

export function Folder({ children, name, defaultOpen, comment, highlight }: PropsFor<"Folder">) {
  return (
    <li>
      <details open={isOn(defaultOpen)}>
        <summary className={TREE_LINE}>
          <LucideSvg icon={ChevronRight} className="fold-mark" size={14} />
          <LucideSvg icon={FolderIcon} size={15} />
          <FileName {...{ name, comment, highlight }} />
        </summary>
        <ul>{children}</ul>
      </details>
    </li>
  );
}

const TREE_LINE = "flex items-center gap-2 py-0.5";

/** Renders a name in a tree of files, highlighted if the page says so, and the comment beside it. */
function FileName({ name, comment, highlight }: PropsFor<"File">) {
  return (
    <>
      {isOn(highlight) ? <mark className="rounded-sm">{name}</mark> : name}
      {comment ? <span className="ms-3 text-muted">{comment}</span> : null}
    </>
  );
}

/** Renders a file with its icon aligned with those of the folders beside it, since it has no mark to open it. */
export function File({ name, comment, highlight }: PropsFor<"File">) {
  return (
    <li className={`ps-5.5 ${TREE_LINE}`}>
      <LucideSvg icon={FileText} size={15} />
      <FileName {...{ name, comment, highlight }} />
    </li>
  );
}

const TREE =
  "[&_li]:m-0 [&_svg]:text-muted [&_ul]:m-0 [&_ul]:list-none [&_ul]:p-0 [&_ul_ul]:ms-1.75 [&_ul_ul]:border-line [&_ul_ul]:border-s [&_ul_ul]:ps-4.5";

/** A drawing of files and folders. */
export const Tree = Object.assign(
  function Tree({ children }: WithChildren) {
    return (
      <div className={`tree font-mono text-[0.875rem] ${BOX} ${TREE}`}>
        <ul>{children}</ul>
      </div>
    );
  },
  { Folder, File },
);
