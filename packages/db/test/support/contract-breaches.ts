// What would break the replicas of the previous release while they run on the new schema, or block its tables.
const FORBIDDEN: [RegExp, string][] = [
  [/^drop (table|view|sequence|type|function|schema)\b/, 'drops what the previous release reads'],
  [/\bdrop (column )?(?!constraint|default|not null|index|identity|expression)/, 'drops a column'],
  [/\brename\b/, 'renames'],
  [/\balter (column )?\w+ (set data )?type\b/, 'changes a type'],
  [/\bset not null\b/, 'sets NOT NULL, which the previous release may violate'],
  [/\b(truncate|delete from)\b/, 'deletes rows'],
]

const MARK = /^-- contract step after release \S+: \S+/m

/** What a migration does that only a contract step may do: one sentence each. A file marked
 * `-- contract step after release 1.4: why` may do all of it. */
export function contractBreaches(text: string): string[] {
  if (MARK.test(text)) return []
  const statements = statementsOf(text)
  const created = new Set(
    statements.flatMap((one) => /^create table (if not exists )?(\w+)/.exec(one)?.[2] ?? []),
  )
  return statements.flatMap((statement) => [
    ...FORBIDDEN.filter(([pattern]) => isAlteration(statement) && pattern.test(statement)).map(
      ([, why]) => why,
    ),
    ...addedColumnBreach(statement),
    ...indexBreach(statement, created),
    ...noTransactionBreach(text, statement),
  ])
}

function statementsOf(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .replace(/\$\$[\s\S]*?\$\$/g, "''")
    .replace(/'[^']*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

function isAlteration(statement: string): boolean {
  return /^(alter|drop|truncate|delete)\b/.test(statement) && !/^drop (index|trigger)\b/.test(statement)
}

function addedColumnBreach(statement: string): string[] {
  if (!statement.startsWith('alter table')) return []
  const actions = withoutParentheses(statement).split(',')
  return actions.flatMap((action) => {
    const isNotNull = /\badd\b/.test(action) && /\bnot null\b/.test(action)
    if (isNotNull && !/\b(default|generated)\b/.test(action))
      return ['adds a NOT NULL column without a default']
    const isScanned = /\badd (constraint \w+ )?(check|foreign key|unique)\b/.test(action)
    return isScanned && !/\bnot valid\b/.test(action) ? ['adds a constraint that is not NOT VALID'] : []
  })
}

// Commas within parentheses belong to types and checks.
function withoutParentheses(statement: string): string {
  const outer = statement.replace(/\([^()]*\)/g, '')
  return outer === statement ? statement : withoutParentheses(outer)
}

function indexBreach(statement: string, created: Set<string>): string[] {
  const match = /^create (?:unique )?index (concurrently )?.*?\bon (?:only )?(\w+)/.exec(statement)
  if (!match || match[1] || created.has(match[2]!)) return []
  return [`creates an index on ${match[2]} without CONCURRENTLY`]
}

function noTransactionBreach(text: string, statement: string): string[] {
  if (
    !text.startsWith('-- no transaction') ||
    /^(create|drop) (unique )?index concurrently\b/.test(statement)
  )
    return []
  return ['runs another statement than a concurrent index outside a transaction']
}
