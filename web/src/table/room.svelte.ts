/** How much room a narrow screen has; its parts grow and fold by it. */
import { innerHeight, innerWidth } from "svelte/reactivity/window";

/** Heights from which a phone on its side is upright or a desk, the track has room, nothing folds;
 * below which words and hand give way, and the hand to the map. */
const LOW = 619;
const SHORT = 700;
const TINY = 650;
const ROOMY = 760;
const AMPLE = 960;

class Room {
  height = $derived(innerHeight.current ?? 0);
  width = $derived(innerWidth.current ?? 0);
  sideways = $derived(this.height <= LOW && this.width > this.height);
  short = $derived(this.height < SHORT);
  tiny = $derived(this.height < TINY);
  roomy = $derived(this.height >= ROOMY);
  /** A tablet: nothing needs to fold. */
  ample = $derived(this.height >= AMPLE && this.width >= 700);
}

export const room = new Room();
