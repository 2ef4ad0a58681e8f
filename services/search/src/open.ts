import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { Engine } from './engine/engine.ts'
import { openEngine } from './engine/engines.ts'
import type { SearchEnv } from './env.ts'
import { type CheckedIndex, openCheckedIndex } from './index/index-readiness.ts'
import { registerTokeniser } from './store/tokeniser.ts'
import { openShownRows, type ShownRows } from './wire/shown-rows.ts'

/** What the search service holds in memory beside its connections. */
export interface OpenedSearch extends CheckedIndex {
  engine: Engine
  shownRows: ShownRows
}

/** Registers the tokeniser version, and opens the search of a process for it. */
export const openSearch =
  (version: number) =>
  async (deps: Deps<SearchEnv>): Promise<OpenedSearch> => {
    await deps.db.tx((sql) => registerTokeniser(sql, version))
    return {
      engine: openEngine(deps, version),
      checkedIndex: openCheckedIndex(deps.env),
      shownRows: openShownRows(),
    }
  }
