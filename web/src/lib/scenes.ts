// The scenes of the games, each loaded when it is first needed.
import type { SceneModule } from "./scene";

const found = import.meta.glob<SceneModule>("../scenes/*/index.ts");

/** The scene of a game; the plain one, which shows any game, if it has none of its own. */
export async function sceneOf(game: string): Promise<SceneModule> {
  const load = found[`../scenes/${game}/index.ts`] ?? found["../scenes/plain/index.ts"]!;
  return await load();
}
