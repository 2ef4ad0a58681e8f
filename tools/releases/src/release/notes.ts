/** What the page for operators is made of. */
export interface UpgradeFacts {
  version: string
  /** The release before, from which an installation comes. */
  before: string
  /** Paths of the migrations that `before` does not have, with their texts. */
  migrations: readonly { file: string; text: string }[]
  /** The section of the version in the changelog. */
  section: string
}

/** Lines of the changelog that ask something of operators. */
const FOR_OPERATORS = /^- (?:Upgrade|Compose|Operators|Migration)\b.*$/gm

/** What clients see in a release. */
export function clientNotes(version: string, section: string): string {
  return `# The job board ${version}\n\n${section}\n`
}

/** One page for operators: what an upgrade changes, how long it interrupts, and the way back. */
export function upgradeNotes({ version, before, migrations, section }: UpgradeFacts): string {
  const allowed = migrations.flatMap(({ file, text }) =>
    [...text.matchAll(/^-- allowed ([\w-]+): (.+)$/gm)].map(
      ([, rule, why]) => `- \`${file}\` (${rule}): ${why}`,
    ),
  )
  const lines = section.match(FOR_OPERATORS) ?? []
  return `# Upgrading from ${before} to ${version}

## Migrations
${count(migrations.length, 'migration')} that ${before} does not have, applied by each service when it starts, one replica at a time:

${countsOf(migrations).join('\n') || '- none'}

${allowed.length === 0 ? `None of them holds up a process of ${before}.` : `Looked at one by one, and allowed beside processes of ${before}:\n\n${allowed.join('\n')}`}

## Gap
With one replica of each service its calls are 503 with \`Retry-After: 1\` for some seconds, service after service. With two replicas and \`compose.proxy.yml\`, or in Kubernetes, there is none.

## To do
${lines.join('\n') || '- Nothing beyond the steps below.'}

\`\`\`sh
docker compose run --rm jobboard backup
tar -xzf jobboard-${version}.tar.gz --strip-components 1
docker compose pull
docker compose run --rm jobboard init --append
docker compose up -d --remove-orphans
docker compose run --rm jobboard doctor
\`\`\`

## Way back
\`JOBBOARD_VERSION=${before}\` in \`.env\`, then \`docker compose up -d --remove-orphans\`: ${before} runs on the schema of ${version}. Further back only the backup leads.
`
}

function countsOf(migrations: UpgradeFacts['migrations']): string[] {
  const byOwner = Map.groupBy(migrations, ({ file }) => file.split('/').slice(0, 2).join('/'))
  return [...byOwner].map(
    ([owner, files]) => `- ${owner}: ${files.map(({ file }) => file.split('/').at(-1)).join(', ')}`,
  )
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
