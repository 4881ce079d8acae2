// The scenes of the games, each loaded when it is first needed.
import type { SceneModule } from "./scene";

const found = import.meta.glob<SceneModule>("../scenes/*/index.ts");

export async function sceneOf(game: string): Promise<SceneModule | null> {
  const load = found[`../scenes/${game}/index.ts`];
  return load ? await load() : null;
}
