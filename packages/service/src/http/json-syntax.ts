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
  try {
    new Scanner(text).scan()
    return undefined
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error
    return { index: error.index, ...placeOf(text, error.index), expected: error.expected }
  }
}

function placeOf(text: string, index: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  let pairs = 0
  for (let at = 0; at < index; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) {
      line++
      lineStart = at + 1
      pairs = 0
    } else if (isLowSurrogate(code)) pairs++
  }
  return { line, column: index - lineStart - pairs + 1 }
}

class Unexpected extends Error {
  readonly index: number
  readonly expected: string

  constructor(index: number, expected: string) {
    super()
    this.index = index
    this.expected = expected
  }
}

const LF = 10
const CR = 13
const QUOTE = 34
const BACKSLASH = 92
const LITERALS: Record<string, string> = { t: 'true', f: 'false', n: 'null' }

class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Without recursion: a body may be nested as deep as it is long. */
  scan(): void {
    const open: ('{' | '[')[] = []
    for (;;) {
      const opened = this.#value()
      if (opened) {
        open.push(opened)
        const end = opened === '{' ? '}' : ']'
        if (!this.#take(end)) {
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
      this.#at++
      return first
    }
    if (first === '"') this.#string()
    else if (first === '-' || isDigit(first)) this.#number()
    else this.#literal(LITERALS[first ?? ''])
    return undefined
  }

  #literal(word: string | undefined): void {
    if (!word) this.#fail('a value')
    for (const letter of word!) {
      if (this.#text[this.#at] !== letter) this.#fail(`the value ${word}`)
      this.#at++
    }
  }

  #string(): void {
    for (this.#at++; ; ) {
      this.#skip(isPlain)
      const mark = this.#text[this.#at]
      if (mark !== '"' && mark !== '\\') {
        this.#fail(
          mark === undefined ? 'the double quote that ends a text' : 'an escape such as \\n or \\t in a text',
        )
      }
      this.#at++
      if (mark === '"') return
      this.#escape()
    }
  }

  #escape(): void {
    const expected = 'an escape that JSON has, such as \\n or \\u00e9'
    const mark = this.#text[this.#at] ?? ''
    if (mark === '' || !'"\\/bfnrtu'.includes(mark)) this.#fail(expected)
    this.#at++
    for (let digits = 0; mark === 'u' && digits < 4; digits++) {
      if (!isHexDigit(this.#text[this.#at])) this.#fail(expected)
      this.#at++
    }
  }

  #number(): void {
    if (this.#text[this.#at] === '-') this.#at++
    if (this.#text[this.#at] === '0') this.#at++
    else this.#digits()
    if (this.#text[this.#at] === '.') {
      this.#at++
      this.#digits()
    }
    if (!/^e$/i.test(this.#text[this.#at] ?? '')) return
    this.#at++
    if (/^[+-]$/.test(this.#text[this.#at] ?? '')) this.#at++
    this.#digits()
  }

  #digits(): void {
    if (!isDigit(this.#text[this.#at])) this.#fail('a digit')
    this.#skip(isDigitCode)
  }

  /** The next character that is no white space; undefined at the end. */
  #peek(): string | undefined {
    this.#skip(isSpace)
    return this.#text[this.#at]
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#at++
    return true
  }

  #skip(isSkipped: (code: number) => boolean): void {
    const text = this.#text
    let at = this.#at
    while (at < text.length && isSkipped(text.charCodeAt(at))) at++
    this.#at = at
  }

  #fail(expected: string): never {
    throw new Unexpected(this.#at, expected)
  }
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}

function isHexDigit(character: string | undefined): boolean {
  return character !== undefined && /^[\da-f]$/i.test(character)
}

// The others take a UTF-16 code unit, as #skip has it.
function isDigitCode(code: number): boolean {
  return code >= 48 && code <= 57
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === LF || code === CR
}

/** Stands for itself in a text in quotes. */
function isPlain(code: number): boolean {
  return code > 31 && code !== QUOTE && code !== BACKSLASH
}

/** The second half of a character beyond U+FFFF: a text in UTF-8 has no half alone. */
function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
