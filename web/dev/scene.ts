// A scene without a server: /dev/scene.html?game=serengeti&fixture=4&step=30&theme=dark; arrow keys step.
import { mount } from "svelte";
import "../src/style.css";
import Look from "./Look.svelte";

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get("theme") ?? "light";
const game = asked.get("game") ?? "serengeti";
const shown = await (await fetch(`/dev/fixtures/${game}-${asked.get("fixture") ?? "4"}.json`)).json();
const modules = import.meta.glob("../src/scenes/*/index.ts");
const scene = await modules[`../src/scenes/${game}/index.ts`]?.();
mount(Look, {
  target: document.getElementById("app")!,
  props: { shown, module: scene as never, start: Number(asked.get("step") ?? "0") },
});
