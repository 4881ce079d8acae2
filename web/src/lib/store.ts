// Local storage. If the browser forbids it, nothing is kept.
export function remembered<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`bidwell.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(`bidwell.${name}`, JSON.stringify(value));
  } catch {
    // private windows may refuse; the page works without it until it is closed
  }
}
