export { default as Scene } from "./Scene.svelte";
export { guide, keys } from "./guide";
export { opens, payments } from "./sales";
