/** A file that installs a client. */
export interface ClientPackage {
  client: 'typescript' | 'python' | 'mcp'
  title: string
  version: string
  /** Its name below `/sdk/`. */
  file: string
  mediaType: string
  /** What it runs on. */
  requires: string
  /** In hex. */
  sha256: string
  bytes: Buffer
}

/** The command that installs a package from this URL; for the MCP server, the one that starts it. */
export const installCommand: Record<ClientPackage['client'], (url: string) => string> = {
  typescript: (url) => `npm install ${url}`,
  python: (url) => `pip install ${url}`,
  mcp: (url) => `npx -y ${url}`,
}
