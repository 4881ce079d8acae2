// How the page is built and served during development.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built files lie in the Python package and are committed: nobody who installs Bidwell needs Node.
export default defineConfig({
  // Short names for scoped styles: of what is in them, so that every machine builds the same.
  plugins: [svelte({ compilerOptions: { cssHash: ({ hash, css }) => `s${hash(css).slice(-4)}` } })],
  build: {
    outDir: "../src/bidwell/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", changeOrigin: false },
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
});
