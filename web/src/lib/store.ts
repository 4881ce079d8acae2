// What this device remembers. A browser that forbids it just forgets.
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
    // private windows may refuse: the page works all the same until it is closed
  }
}
