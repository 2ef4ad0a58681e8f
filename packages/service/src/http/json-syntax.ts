/** Where a text stops being JSON. */
export interface SyntaxProblem {
  /** In UTF-16 code units, from 0; the length of the text when it ends too early. */
  index: number
  /** From 1. A line ends with LF, CR or both. */
  line: number
  /** In characters (Unicode code points), from 1. */
  column: number
  /** What must stand there. Never a part of the text. */
  expected: string
}

/** The first position at which a text cannot be continued as JSON (RFC 8259); undefined for valid JSON. The messages of
 * `JSON.parse` differ between releases of Node, and some quote the text and have no position. Takes linear time. */
export function findSyntaxError(text: string): SyntaxProblem | undefined {
  const scanner = new Scanner(text)
  try {
    scanner.scan()
    return undefined
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error
    const lines = text.slice(0, scanner.at).split(/\r\n|\n|\r/)
    const column = [...lines.at(-1)!].length + 1
    return { index: scanner.at, line: lines.length, column, expected: error.message }
  }
}

class Unexpected extends Error {}

// How far a text is right.
const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y
const ESCAPE = /\\(?:u[\da-fA-F]{0,3})?/y
// Ends with a digit unless one is missing.
const NUMBER = /-?(?:0|[1-9]\d*)?(?:(?<=\d)\.\d*)?(?:(?<=\d)[eE][+-]?\d*)?/y

const LITERALS: Record<string, string> = { t: 'true', f: 'false', n: 'null' }

class Scanner {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Throws Unexpected. Without recursion: a body may be nested as deep as it is long. */
  scan(): void {
    const open: ('{' | '[')[] = []
    for (;;) {
      const opened = this.#value()
      if (opened) {
        open.push(opened)
        if (!this.#take(opened === '{' ? '}' : ']')) {
          if (opened === '{') this.#key(`a field name in double quotes or "}"`)
          continue
        }
        open.pop()
      }
      if (!this.#next(open)) return
    }
  }

  /** Reads what follows a value: closes what it ends, up to the comma before the next value; false at the end of the text. */
  #next(open: ('{' | '[')[]): boolean {
    for (;;) {
      const container = open.at(-1)
      if (!container) {
        if (this.#peek() !== undefined) this.#fail('the end of the body')
        return false
      }
      const end = container === '{' ? '}' : ']'
      if (this.#take(',')) {
        if (container === '{') this.#key('a field name in double quotes')
        return true
      }
      if (!this.#take(end)) this.#fail(`"," or "${end}"`)
      open.pop()
    }
  }

  #key(expected: string): void {
    if (this.#peek() !== '"') this.#fail(expected)
    this.#string()
    if (!this.#take(':')) this.#fail('":"')
  }

  /** Reads a value, or the beginning of an object or array, which it returns. */
  #value(): '{' | '[' | undefined {
    const first = this.#peek()
    if (first === '{' || first === '[') {
      this.at++
      return first
    }
    if (first === '"') this.#string()
    else if (first !== undefined && /[-\d]/.test(first)) this.#number()
    else this.#literal(LITERALS[first ?? ''] ?? this.#fail('a value'))
    return undefined
  }

  #literal(word: string): void {
    for (const letter of word) {
      if (this.#text[this.at] !== letter) this.#fail(`the value ${word}`)
      this.at++
    }
  }

  #string(): void {
    this.#skip(STRING)
    const mark = this.#text[this.at]
    if (mark === undefined) this.#fail('the double quote that ends a text')
    if (mark === '\\') {
      this.#skip(ESCAPE)
      this.#fail('an escape that JSON has, such as \\n or \\u00e9')
    }
    if (mark !== '"') this.#fail('an escape such as \\n or \\t in a text')
    this.at++
  }

  #number(): void {
    const digits = this.#skip(NUMBER)
    if (!/\d$/.test(digits)) this.#fail('a digit')
  }

  /** The next character that is no white space; undefined at the end. */
  #peek(): string | undefined {
    this.#skip(SPACE)
    return this.#text[this.at]
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.at++
    return true
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const [skipped] = pattern.exec(this.#text)!
    this.at += skipped.length
    return skipped
  }

  #fail(expected: string): never {
    throw new Unexpected(expected)
  }
}
