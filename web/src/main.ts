import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadSprite } from "./art/sprite";
import { useLanguage } from "./lib/i18n.svelte";
import { app } from "./lib/install.svelte";
import { pause } from "./lib/pause";
import { listen, route } from "./lib/router.svelte";
import { applySettings, settings, watchSystem } from "./lib/settings.svelte";
import { loadFonts } from "./lib/fonts";
import { fetchPage } from "./pages";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

// A newer version was installed meanwhile: its files have other names, so fetch the page anew.
addEventListener("vite:preloadError", (event) => {
  const last = Number(sessionStorage.getItem("rialto.reloaded") ?? 0);
  if (Date.now() - last < 10_000) return;
  event.preventDefault();
  sessionStorage.setItem("rialto.reloaded", String(Date.now()));
  location.reload();
});

applySettings();
watchSystem();
listen();
app.listen(import.meta.url);
// Pictures may come after the words; without them there still is a page.
loadSprite().catch(() => undefined);
// The page's code comes while the words do; App shows it, or says why it cannot.
fetchPage(route.page).catch(() => undefined);
const fonts = loadFonts(settings.lang);
// Without words there is no page; a language that cannot be had falls back to English.
const words = useLanguage(settings.lang).catch(() => useLanguage("en"));
const worded = await words.then(
  () => true,
  () => false,
);
await fonts;
await pause();
if (worded) mount(App, { target });
else
  target.textContent =
    "Rialto’s server cannot be reached. Your games are safe there; please reload this page.";
