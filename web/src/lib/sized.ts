import type { Attachment } from "svelte/attachments";

/** Tells an element's size when the browser has laid it out, and whenever it changes. To ask for it
 * while the page is being drawn would lay everything out once more. */
export const sized =
  (tell: (size: { width: number; height: number }) => void): Attachment =>
  (element) => {
    const seen = new ResizeObserver(() =>
      tell({ width: element.clientWidth, height: element.clientHeight }),
    );
    seen.observe(element);
    return () => seen.disconnect();
  };
