// The settings of this device: theme, motion, sound, and the panel open beside the table.
import { paceOf, type Pace } from "./pace";
import { remember, remembered } from "./store";

export type Theme = "system" | "light" | "dark";
export type Tab = "log" | "rules" | "chat";

const evening = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: dark)");

class Settings {
  theme = $state<Theme>(remembered<Theme>("theme", "system"));
  motion = $state(remembered("motion", true));
  sound = $state(remembered("sound", true));
  pace = $state<Pace>(paceOf(remembered("pace", "normal")));
  /** Whether one click plays; otherwise a click selects, and a second one confirms. */
  atOnce = $state(remembered("at-once", false));
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

  setAtOnce(on: boolean): void {
    this.atOnce = on;
    remember("at-once", on);
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
