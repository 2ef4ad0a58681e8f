import { TOKENISER_VERSION, tokenise } from '@jobboard/search-query/tokenise'

/** Makes the words of documents. Words of two versions do not match each other. */
export interface Tokeniser {
  version: number
  tokenise(text: string): string[]
}

/** The tokeniser of this release. */
export const currentTokeniser: Tokeniser = { version: TOKENISER_VERSION, tokenise }

/** `name` for version 1, and `name_n` for a later one. */
export function versionedName(name: string, version: number): string {
  return version === 1 ? name : `${name}_${version}`
}
