interface Words {
  title: string
  advice?: string
}

/** What an attempt without a response was, by its error, and what to do. */
const byError: Record<string, Words> = {
  blocked_target: {
    title: 'Refused: the name leads to a private address',
    advice:
      'Deliveries go to public addresses only. Let the name point to a public address, or change the address of the endpoint.',
  },
  timeout: {
    title: 'Timed out: no response within 10 seconds',
    advice:
      'Respond as soon as the event is stored, and do the work afterwards. Look whether a firewall drops the connection.',
  },
  dns: {
    title: 'The name was not found',
    advice:
      'Look for a typing mistake in the address, and whether the name has an A or AAAA record that the internet sees.',
  },
  refused: {
    title: 'The connection was refused',
    advice:
      'Nothing listens there. Start your server, or look at the port of the address and at the firewall.',
  },
  reset: {
    title: 'The connection broke off',
    advice:
      'Your server or a proxy before it closed the connection without a response. Look into its log at the time of the attempt.',
  },
  tls: {
    title: 'The secure connection failed (TLS)',
    advice:
      'Look whether the certificate is valid for this name, has not expired, and is sent with its intermediate certificates.',
  },
  protocol: {
    title: 'The response was not HTTP',
    advice: 'Something else than an HTTP server answers at that port, or a proxy breaks the response.',
  },
  network: {
    title: 'The network failed',
    advice: 'The address could not be reached. If it happens again, look at the route to your server.',
  },
  secret_unreadable: {
    title: 'The signing secret cannot be read here',
    advice: 'This is a fault of the platform: ask its staff. A new secret, under Settings, works at once.',
  },
  internal: {
    title: 'Something went wrong on our side',
    advice: 'The attempt is repeated. If it happens again, report the delivery id to the platform’s staff.',
  },
}

const byStatus: Record<number, string> = {
  400: 'Your receiver did not accept the request. Often the signature was checked on a body that was parsed and printed again: verify the bytes as received.',
  401: 'Your receiver asks for a login. Let it accept requests by their signature.',
  403: 'Your receiver, or a firewall before it, forbids the request. Let it accept requests by their signature.',
  404: 'Nothing is served at this path. Look at the path of the address.',
  405: 'The path does not accept POST.',
  410: 'The path is gone. Change the address of the endpoint, or delete it.',
  413: 'Your server refuses bodies of this size; they are a few kilobytes at most.',
  415: 'Your server does not accept application/json.',
  429: 'Your receiver limits requests. At most 50 arrive at the same time: allow that, or respond faster.',
}

/** What an attempt was, in words, and what to do about it. */
export interface Verdict {
  isSuccess: boolean
  title: string
  advice?: string
}

/** The result of an attempt. Every text is ours; what the receiver said is shown apart. */
export function verdictOf({
  statusCode: status,
  error,
}: {
  statusCode: number | null
  error: string | null
}): Verdict {
  if (status === null) {
    const known = error !== null && Object.hasOwn(byError, error) ? byError[error]! : undefined
    return { isSuccess: false, ...(known ?? { title: 'There was no response' }) }
  }
  if (status >= 200 && status <= 299) return { isSuccess: true, title: `Accepted with ${status}` }
  if (status >= 500) {
    const advice =
      'Look into the log of your server at the time of the attempt. A 502, 503 or 504 usually comes from a proxy that cannot reach it.'
    return { isSuccess: false, title: `Your server failed with ${status}`, advice }
  }
  if (status >= 300 && status <= 399) {
    const advice =
      'Redirects are not followed. Change the address of the endpoint to the one that it redirects to.'
    return { isSuccess: false, title: `Redirected with ${status}`, advice }
  }
  const advice = byStatus[status] ?? 'Only a status from 200 to 299 counts as received.'
  return { isSuccess: false, title: `Refused with ${status}`, advice }
}
