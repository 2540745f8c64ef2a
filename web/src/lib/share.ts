/** Copies a text; browsers without the clipboard API (plain http on a home network) get the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.setAttribute("readonly", "");
    field.className = "unseen";
    document.body.append(field);
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the old way is all there is here
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** The device's own share sheet; false when there is none or it was closed. */
export async function shareLink(title: string, text: string, url: string): Promise<boolean> {
  if (!("share" in navigator)) return false;
  try {
    await navigator.share({ title, text, url });
    return true;
  } catch {
    return false;
  }
}

export const canShare = (): boolean => "share" in navigator;
