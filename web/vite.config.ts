import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built files lie in the Python package and are committed: nobody who installs Bidwell needs Node.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/bidwell/web", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", changeOrigin: false }, "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
