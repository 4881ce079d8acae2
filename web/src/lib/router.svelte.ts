// The current page, from the path of the address. Changing it loads nothing again.
export type Page =
  | { page: "hall" }
  | { page: "new"; game: string }
  | { page: "room"; id: string }
  | { page: "replay"; id: string }
  | { page: "nowhere" };

/** The page of a path. */
export function pageOf(path: string): Page {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(plain);
  if (first === undefined || (first === "index.html" && second === undefined)) return { page: "hall" };
  if (second === undefined || rest.length) return { page: "nowhere" };
  if (first === "new") return { page: "new", game: second };
  if (first === "room" || first === "replay") return { page: first, id: second };
  return { page: "nowhere" };
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state("/");
  query = $state("");
  page: Page = $derived(pageOf(this.path));

  constructor() {
    if (typeof location !== "undefined") this.look();
  }

  look = (): void => {
    this.path = location.pathname;
    this.query = location.search;
  };
}

export const router = new Router();

/** Goes to a page of this site. */
export function go(path: string, replace = false): void {
  if (path !== location.pathname + location.search) history[replace ? "replaceState" : "pushState"](null, "", path);
  router.look();
  scrollTo(0, 0);
}

/** Returns whether a click on a link is handled here instead of by the browser. */
export function ours(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const plainly = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const here = link.origin === location.origin && !link.target && !link.hasAttribute("download");
  return (
    plainly &&
    here &&
    !event.defaultPrevented &&
    pageOf(link.pathname).page !== "nowhere" &&
    !/^\/(api|ws)\//.test(link.pathname)
  );
}

/** Handles links without loading from now on; returns a function that stops it. */
export function watchLinks(): () => void {
  const clicked = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !ours(event, link) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  };
  document.addEventListener("click", clicked);
  addEventListener("popstate", router.look);
  return () => {
    document.removeEventListener("click", clicked);
    removeEventListener("popstate", router.look);
  };
}
