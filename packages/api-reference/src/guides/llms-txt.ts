import type { OpenApiDocument } from '../open-api-document.ts'
import type { Guide } from './read-guides.ts'

/** The index that llmstxt.org describes: a title, a summary, and links to plain text. `clients` are lines of Markdown. */
export function llmsTxt(
  { info }: OpenApiDocument,
  guides: readonly Guide[],
  clients: readonly string[] = [],
): string {
  const links = guides.map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}\n`)
  return `# ${info.title}

> ${info.summary ?? info.description.split('\n')[0]}

${links.length > 0 ? `## Guides\n\n${links.join('')}\n` : ''}## Reference

- [OpenAPI document](/openapi.json): every operation with its parameters, bodies, responses and errors, as OpenAPI 3.1
${clients.length > 0 ? `\n## Clients\n\n${clients.join('\n')}\n` : ''}`
}
