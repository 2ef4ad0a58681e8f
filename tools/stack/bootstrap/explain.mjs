const MOST_LINES = 12

const HINTS = [
  [
    /CERT|UNABLE_TO_VERIFY|certificate/,
    `The certificate of the npm registry, or of a proxy before it, is not trusted. If it is signed by a CA of your own:
  NODE_EXTRA_CA_CERTS=/path/to/ca.pem npm start`,
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/,
    `The npm registry cannot be reached.
  Behind a proxy:    HTTPS_PROXY=http://host:port npm start, or: npm config set https-proxy http://host:port
  Another registry:  npm config set registry https://host/
  Offline:           the first run needs the network once, later runs do not`,
  ],
  [/EACCES|EPERM|EROFS/, 'A file cannot be written: does this folder, or ~/.npm, belong to another user?'],
  [/ENOSPC/, 'The disk is full.'],
]

/** What to print when npm failed: its own error lines without the stack, and what to do. */
export function explain(error, errors) {
  if (error?.code === 'ENOENT') return 'npm is missing: install it with Node (https://nodejs.org).'
  const said = error
    ? [error.message]
    : errors.filter((line) => !/^npm (error|ERR!)\s*( {2,}.*|[{}])?$/.test(line))
  const hint = HINTS.find(([pattern]) => pattern.test(said.join('\n')))?.[1]
  const lines = [
    ...said.slice(0, MOST_LINES),
    'The dependencies could not be installed: npm failed, see above.',
  ]
  return [...lines, ...(hint ? [hint] : [])].join('\n')
}
