/** Lets the browser draw and take what was pressed before work goes on. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
