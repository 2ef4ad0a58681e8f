import { tokenise } from './tokenise.ts'

/** The different words of a text as a list is searched by them, in order: without case and marks, as the query language folds them
 * (D-40). A text is found by a word of `q` that one of these begins with. */
export const foldedWords = (text: string): string[] => [...new Set(tokenise(text))]
