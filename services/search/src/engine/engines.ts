import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { SearchEnv } from '../env.ts'
import type { Engine } from './engine.ts'
import { postgres } from './postgres.ts'

/** Returns the engine of a process for a tokeniser version. */
export type EngineOf = (deps: Deps<SearchEnv>) => Engine

/** The engine that `SEARCH_ENGINE` names, opened once per process. */
export function engineOf(version: number): EngineOf {
  const opened = new WeakMap<Deps<SearchEnv>, Engine>()
  return (deps) => {
    const engine = opened.get(deps) ?? openEngine(deps, version)
    opened.set(deps, engine)
    return engine
  }
}

function openEngine({ db, env }: Deps<SearchEnv>, version: number): Engine {
  return postgres({ db, version, timeoutMs: env.SEARCH_TIMEOUT_MS })
}
