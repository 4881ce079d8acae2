import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";
import "./style.css";

settings.apply();
mount(App, { target: document.getElementById("app")! });
