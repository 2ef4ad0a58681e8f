/** The files under `/sdk` that install the clients of this release, as documents name them. */
export const clientFiles = {
  typescript: 'jobboard-sdk-0.1.0.tgz',
  python: 'jobboard_client-0.1.0-py3-none-any.whl',
  mcp: 'jobboard-mcp-0.1.0.tgz',
} as const
