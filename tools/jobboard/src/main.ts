import { readSecretFiles } from '@jobboard/service/lifecycle/secret-files'
import type { Command } from './command.ts'
import { backup, restore } from './commands/backup.ts'
import { deadLetterCommands } from './commands/dead-letters.ts'
import { doctor } from './commands/doctor.ts'
import { backupDaily, drillCommand } from './commands/drill.ts'
import { importCandidates, importJobs } from './commands/import.ts'
import { keyCommands } from './commands/keys.ts'
import { listen } from './commands/listen.ts'
import { erasureCommands, longWorkCommands } from './commands/long-work.ts'
import { peopleCommands } from './commands/people.ts'
import { sandboxCommands } from './commands/sandboxes.ts'
import { init, seed } from './commands/set-up.ts'
import { webhookCommands } from './commands/webhooks.ts'
import { UsageError } from './option.ts'
import { asCalled } from './output.ts'

const people = (word: string) => peopleCommands.filter(({ words }) => words[0] === word)

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [
  ...[init, seed],
  ...[
    ...people('employer'),
    ...keyCommands,
    ...sandboxCommands,
    ...people('staff'),
    ...people('portal-link'),
  ],
  // The longer of two that begin alike comes first.
  ...[doctor, backupDaily, backup, restore, drillCommand],
  ...[importJobs, importCandidates],
  ...[...deadLetterCommands, ...longWorkCommands, ...webhookCommands, ...erasureCommands],
  listen,
]

/** Runs the command that these arguments name. Returns the exit code. */
export async function runCommand(given: string[]): Promise<number> {
  const args = given[0] === 'help' ? [...given.slice(1), '--help'] : given
  const command = commands.find(({ words }) => words.every((word, index) => args[index] === word))
  const wantsHelp = args.length === 0 || args.includes('--help') || args.includes('-h')
  if (wantsHelp) return print(command?.help ?? overview(groupOf(args)))
  const name = command ? `${command.words.join(' ')} ` : ''
  try {
    readSecretFiles(process.env)
    if (!command) throw new UsageError(`${unknown(args)}; the commands are ${names(groupOf(args))}`)
    return await command.run(args.slice(command.words.length))
  } catch (error) {
    process.stderr.write(asCalled(`jobboard: ${(error as Error).message}\n`))
    if (!(error instanceof UsageError)) return 1
    process.stderr.write(asCalled(`Run "npm run jobboard -- ${name}--help" for usage and an example.\n`))
    return 2
  }
}

/** The commands that begin with the first word, or all. */
function groupOf([word]: string[]): readonly Command[] {
  const group = commands.filter(({ words }) => words[0] === word)
  return group.length > 0 ? group : commands
}

function overview(group: readonly Command[]): string {
  const width = Math.max(...group.map(({ words }) => words.join(' ').length))
  const rows = group.map(({ words, summary }) => `  ${words.join(' ').padEnd(width)}  ${summary}`)
  return `jobboard: command line for operators of the job board

Usage
  npm run jobboard -- COMMAND [arguments]
  npm run jobboard -- COMMAND --help     arguments, examples and exit codes of a command

Commands
${rows.join('\n')}

Exit codes
  0    done
  1    not done, or not all of it; the output says what and why
  2    the command line is wrong
  130  interrupted with Ctrl-C
`
}

function unknown(args: string[]): string {
  const words = args.filter((word) => !word.startsWith('-')).slice(0, 2)
  return words.length > 0 ? `unknown command "${words.join(' ')}"` : 'no command given'
}

function names(group: readonly Command[]): string {
  return group.map(({ words }) => `"${words.join(' ')}"`).join(', ')
}

function print(text: string): number {
  process.stdout.write(asCalled(text))
  return 0
}

if (import.meta.main) {
  // Who reads has enough, such as `head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  process.exitCode = await runCommand(process.argv.slice(2))
}
