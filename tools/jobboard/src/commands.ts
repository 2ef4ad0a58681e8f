import type { Command } from './command.ts'
import { backup, restore } from './commands/backup.ts'
import { deadLetterCommands } from './commands/dead-letters.ts'
import { doctor } from './commands/doctor.ts'
import { generateCandidates, importCandidates, importJobs, importResumes } from './commands/import.ts'
import { keyCommands } from './commands/keys.ts'
import { listen } from './commands/listen.ts'
import { erasureCommands, longWorkCommands } from './commands/long-work.ts'
import { mcpConfig } from './commands/mcp-config.ts'
import { peopleCommands } from './commands/people.ts'
import { init, seed } from './commands/set-up.ts'
import { webhookCommands } from './commands/webhooks.ts'

const people = (word: string) => peopleCommands.filter(({ words }) => words[0] === word)

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [
  ...[init, seed],
  ...[...people('employer'), ...keyCommands, ...people('staff'), ...people('portal-link')],
  ...[doctor, backup, restore],
  ...[importJobs, importCandidates, importResumes, generateCandidates],
  ...[...deadLetterCommands, ...longWorkCommands, ...webhookCommands, ...erasureCommands],
  ...[listen, mcpConfig],
]
