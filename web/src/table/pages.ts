/** The pages that show a game; they are loaded together when the first of them is wanted. */
export { default as replay } from "../replay/ReplayPage.svelte";
export { default as table } from "./TablePage.svelte";
