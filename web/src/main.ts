// The entry point: mounts the page.
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";
import "./style.css";

settings.apply();
const app = document.getElementById("app")!;
app.replaceChildren();
mount(App, { target: app });
