import type { Tokeniser } from '../domain/tokeniser.ts'
import type { SearchEnv } from '../env.ts'
import type { Engine } from './engine.ts'
import { postgres } from './postgres.ts'

/** The engines by their name in `SEARCH_ENGINE`. */
export const engines: Record<SearchEnv['SEARCH_ENGINE'], (tokeniser: Tokeniser) => Engine> = { postgres }
