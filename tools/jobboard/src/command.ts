import { parseArgs } from 'node:util'
import { type Option, type Options, UsageError, type Values } from './option.ts'

/** One command, such as `dead-letters retry`. */
export interface Command {
  /** The words that select it. */
  words: readonly string[]
  /** One line for the list of commands. */
  summary: string
  /** What `--help` prints. */
  help: string
  /** Runs it with the arguments after its words. Returns the exit code. Throws UsageError. */
  run(args: string[]): Promise<number>
}

interface Definition<O extends Options> extends HelpParts {
  options: O
  /** Advice for a wrong number of arguments. */
  hint?: string
  run(values: Values<O>, positionals: string[]): Promise<number>
}

/** Declares a command: its options are parsed and checked before `run`, and its help is made of the same declaration. */
export function command<O extends Options>(definition: Definition<O>): Command {
  const words = definition.words.split(' ')
  return {
    words,
    summary: definition.summary,
    // When it is asked for: examples have a time of yesterday.
    get help() {
      return helpOf(definition)
    },
    async run(args) {
      const { options } = definition
      const { given, positionals } = parse(args, options)
      const read = Object.entries(options).map(([name, one]) => [name, one.read(given(name), `--${name}`)])
      checkPositionals(definition, positionals)
      return definition.run(Object.fromEntries(read), positionals)
    },
  }
}

function checkPositionals({ words, args, hint }: Definition<Options>, given: string[]): void {
  const advice = hint ? `; ${hint}` : ''
  if (!args) {
    if (given.length === 0) return
    throw new UsageError(`${words} takes only options, got "${given[0]}"${advice}`)
  }
  const [name] = /[A-Z]+/.exec(args)!
  const least = args.startsWith('[') ? 0 : 1
  const most = args.includes('...') ? Number.POSITIVE_INFINITY : 1
  if (given.length >= least && given.length <= most) return
  throw new UsageError(
    `${words} takes one ${name}${most > 1 ? ' or more' : ''}, got ${given.length}${advice}`,
  )
}

function parse(args: string[], options: Options) {
  const types = Object.entries(options).map(([name, { placeholder }]) => {
    return [name, { type: placeholder ? ('string' as const) : ('boolean' as const), multiple: true }]
  })
  try {
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(types),
      allowPositionals: true,
    })
    const given = (name: string) =>
      [(values as Record<string, string | string[]>)[name] ?? []].flat().map(String)
    return { given, positionals }
  } catch (error) {
    // The first sentence names the option; the rest is about arguments that start with a dash.
    throw new UsageError((error as Error).message.split(/\.\s/)[0])
  }
}

/** What the help of a command is made of. */
export interface HelpParts {
  /** The words that select it, such as `dead-letters retry`. */
  words: string
  /** One line for the list of commands. */
  summary: string
  /** The first line of its own help, where that says more. */
  about?: string
  /** Its output is for other programs: npm must print nothing of its own. */
  isData?: boolean
  /** The argument before the options: `ID`, `ID...` for one or more; `[FOLDER]` may be absent. */
  args?: string
  /** Its forms, where they do not follow from arguments and options. */
  usage?: string[]
  /** Lines to copy, as they are; without `npm run jobboard --` where they begin with the words of the command. */
  example: string | string[]
  /** What is worth knowing before the first use. */
  notes?: string
  options: Options
  /** More sections, after the options; lines are printed as they are. */
  sections?: Record<string, string>
  /** What its exit codes mean, where they say more than those of all commands. */
  exits?: Record<number, string>
}

const WIDTH = 118
/** What the exit codes of a command mean unless it says more. */
const EXITS = {
  0: 'done',
  1: 'not done, or not all of it; the output says what and why',
  2: 'the command line is wrong',
}
/** Up to so many options are shown in the usage. */
const SHOWN_OPTIONS = 4
const CONNECTION = /^(admin|database|nats|base|shown)-/

function helpOf(parts: HelpParts): string {
  const { words, about = upperFirst(parts.summary), example, notes, options, sections = {}, exits } = parts
  const call = `npm run ${parts.isData ? '-s ' : ''}jobboard -- `
  const forms = (parts.usage ?? [usageOf(parts)]).map((form) => `  ${call}${words} ${form}`.trimEnd())
  const examples = [example].flat().map((line) => `  ${line.startsWith(words) ? call : ''}${line}`)
  const rows = Object.entries(options).map(
    ([name, one]) => [signature(name, one), descriptionOf(one)] as const,
  )
  const lines = [
    ...[about, '', 'Usage', ...forms, '', 'Try it', ...examples],
    ...(notes ? ['', ...wrap(notes, '  ')] : []),
    ...['', 'Options', ...tableOf([...rows, ['-h, --help', 'show this text']])],
    ...Object.entries(sections).flatMap(([title, body]) => ['', title, body]),
    ...['', 'Exit codes', ...tableOf(Object.entries({ ...EXITS, ...exits }))],
  ]
  return `${lines.join('\n')}\n`
}

function usageOf({ args, options }: HelpParts): string {
  const own = Object.entries(options).filter(([name]) => !CONNECTION.test(name))
  const needed = own.filter(([, one]) => one.isRequired).map(([name, one]) => signature(name, one))
  const others = own.filter(([, one]) => !one.isRequired).map(([name, one]) => `[${signature(name, one)}]`)
  const shown = others.length > SHOWN_OPTIONS ? ['[options]'] : others
  return [...(args ? [args] : []), ...needed, ...shown].join(' ')
}

function signature(name: string, { placeholder }: Option<unknown>): string {
  return placeholder ? `--${name} ${placeholder}` : `--${name}`
}

function descriptionOf({ help, byDefault }: Option<unknown>): string {
  return byDefault === undefined ? help : `${help} (default: ${byDefault})`
}

function tableOf(rows: (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 4
  return rows.flatMap(([left, right]) => {
    const lines = wrap(right, ' '.repeat(width))
    return [`  ${left}`.padEnd(width) + lines[0]!.trimStart(), ...lines.slice(1)]
  })
}

/** The words of a text in lines of at most `WIDTH` columns. */
function wrap(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.trim().split(/\s+/)) {
    const isStart = line === indent
    if (!isStart && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = indent + word
    } else line += isStart ? word : ` ${word}`
  }
  return [...lines, line]
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
