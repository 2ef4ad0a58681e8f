import { type Folded, fold } from './fold.ts'

/** A part of a folded text. */
export interface Span {
  start: number
  end: number
}

/** A run of letters, digits and marks. */
export interface Word extends Span {
  text: string
}

/** A text as the scanners read it. */
export interface Reading extends Folded {
  words: readonly Word[]
  original: string
}

/** Reports a part that is to be hidden. */
export type Hide = (start: number, end: number) => void

/** Reports in one pass over a text what it finds. */
export type Scan = (reading: Reading, hide: Hide) => void

/** Prepares a text for the scanners. */
export function read(text: string): Reading {
  const folded = fold(text)
  return { ...folded, words: wordsOf(folded), original: text }
}

// Runs of one class of characters: a match never steps back. The class of ASCII alone is several times as fast.
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const ASCII_WORD = /[a-z0-9]+/g

function wordsOf({ form, starts }: Folded): Word[] {
  const words: Word[] = []
  for (const { 0: text, index } of form.matchAll(starts ? WORD : ASCII_WORD)) {
    words.push({ text, start: index, end: index + text.length })
  }
  return words
}

/** The words of a text. */
export function wordTexts(text: string): string[] {
  return wordsOf(fold(text)).map((word) => word.text)
}

/** Whether a character of a folded text is white space. */
export function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === ''
}

/** Index of the first white space at or after `from`, or the end. */
export function chunkEnd(form: string, from: number): number {
  let end = from
  while (end < form.length && !isSpace(form[end])) end++
  return end
}

/** Index of the first character at or after `from`, at most `limit` further, that is no white space. */
export function skipSpaces(form: string, from: number, limit: number): number {
  let next = from
  while (next - from < limit && isSpace(form[next])) next++
  return next
}
