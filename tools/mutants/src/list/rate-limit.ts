import type { Mutant } from '../mutant.ts'

export const rateLimit: readonly Mutant[] = [
  {
    name: 'window-slides',
    rules: ['D-17'],
    without: 'a key is locked out for ever, or gets twice its limit at the edge of a minute',
    file: 'packages/rate-limit/src/sliding-log.ts',
    find: 'const ring = ringOf(name)\n      // A request leaves the window exactly 60 s after it was admitted.\n      dropUntil(ring, now - WINDOW_MS)',
    replace: 'const ring = ringOf(name)\n      if (now - oldestMs(ring) >= WINDOW_MS) dropUntil(ring, now)',
    tests: ['packages/rate-limit/src/sliding-log.test.ts > no 60 s hold more than the limit'],
  },
  {
    name: 'window-one-owner',
    rules: ['P-23'],
    without: 'each gateway admits the whole limit',
    file: 'packages/rate-limit/src/limiter.ts',
    find: 'if (owner === self) return log.take(name)',
    replace: 'if (owner !== undefined) return log.take(name)',
    tests: ['packages/rate-limit/test/limiter.test.ts > three members admit the limit together'],
  },
  {
    name: 'window-handed-over',
    rules: ['P-23'],
    without: 'a gateway that joins or leaves gives every key its limit again',
    file: 'packages/rate-limit/src/membership.ts',
    find: '    onChange(ownerBefore)\n',
    replace: '',
    tests: ['packages/rate-limit/test/limiter.test.ts > three members admit the limit together'],
  },
  {
    name: 'window-messages-signed',
    rules: ['P-60'],
    without: 'a client of NATS locks every key out',
    file: 'packages/rate-limit/src/signed-message.ts',
    find: 'if (!authenticator.verify(message.slice(0, SIGNATURE_LENGTH), subject, text)) return undefined',
    replace: '',
    tests: [
      'packages/rate-limit/test/hostile-messages.test.ts > forged announcements, requests and admissions',
    ],
  },
  {
    name: 'window-messages-not-replayed',
    rules: ['P-60'],
    without: 'recorded messages take a key its limit',
    file: 'packages/rate-limit/src/signed-message.ts',
    find: 'if (last ? sequence <= last.sequence : Math.abs(nowMs - atMs) > MAX_CLOCK_SKEW_MS) return undefined',
    replace: '',
    tests: ['packages/rate-limit/test/hostile-messages.test.ts > recorded messages that are replayed'],
  },
]
