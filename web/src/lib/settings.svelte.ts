// The settings of this device: theme, motion, sound, and the panel open beside the table.
import type { Pace } from "./pace";
import { remember, remembered } from "./store";

export type Theme = "system" | "light" | "dark";
export type Tab = "log" | "rules" | "chat";

const evening = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: dark)");

class Settings {
  theme = $state<Theme>(remembered<Theme>("theme", "system"));
  motion = $state(remembered("motion", true));
  sound = $state(remembered("sound", true));
  pace = $state<Pace>(remembered<Pace>("pace", "calm"));
  panel = $state<Tab | null>(remembered<Tab | null>("panel", "log"));

  constructor() {
    evening?.addEventListener("change", () => this.apply());
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
    this.apply();
  }

  setMotion(on: boolean): void {
    this.motion = on;
    remember("motion", on);
    this.apply();
  }

  setSound(on: boolean): void {
    this.sound = on;
    remember("sound", on);
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    remember("pace", pace);
  }

  setPanel(tab: Tab | null): void {
    this.panel = tab;
    remember("panel", tab);
  }

  /** Applies the settings to the page. */
  apply(): void {
    const page = document.documentElement;
    page.dataset.theme = this.theme === "system" ? (evening?.matches ? "dark" : "light") : this.theme;
    page.dataset.motion = this.motion ? "on" : "off";
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute("content", getComputedStyle(page).getPropertyValue("--ground").trim());
  }
}

export const settings = new Settings();
