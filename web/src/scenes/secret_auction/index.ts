export { default as Scene } from "./Scene.svelte";
export { moments } from "./moments";
export { guide, keys } from "./guide";
export { opens, payments } from "./sales";
