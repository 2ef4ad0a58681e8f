import type { Mutant } from '../mutant.ts'

export const events: readonly Mutant[] = [
  {
    name: 'inbox-once',
    rules: ['ADR 0011'],
    without: 'an event that is delivered twice takes effect twice',
    file: 'packages/events/src/consumer/inbox.ts',
    find: '  if (!isNew) return false\n',
    replace: '',
    tests: [
      'packages/events/test/flow.test.ts > the same event under another message id has no second effect',
    ],
  },
  {
    name: 'ack-after-commit',
    rules: ['ADR 0011'],
    without: 'an event whose handler and whose storing fail is lost',
    file: 'packages/events/src/consumer/process-message.ts',
    find: '      await handleFirst(parsed.event, event, context)',
    replace: '      message.ack()\n      await handleFirst(parsed.event, event, context)',
    tests: [
      'packages/events/test/retry.test.ts > a failed event that cannot be stored stays on the stream until it can',
    ],
  },
  {
    name: 'redelivered-counts-attempts',
    rules: ['P-71'],
    without: 'an event that ends the process is handled again and again, and ends it for ever',
    file: 'packages/events/src/consumer/process-message.ts',
    find: '} else if (message.redelivered) {',
    replace: '} else if (false) {',
    tests: [
      'packages/events/test/crash.test.ts > an event that kills the process at each of its attempts is dead-lettered',
    ],
  },
  {
    name: 'dead-letter-inbox',
    rules: ['P-71'],
    without:
      'an event that was given up takes effect when it is delivered again, and once more when it is retried',
    file: 'packages/events/src/consumer/dead-letter.ts',
    find: 'insert into inbox (consumer, event_id) values (${consumer}, ${event.id}) on conflict do nothing returning 1',
    replace: 'select 1',
    tests: ['packages/events/test/poison.test.ts'],
  },
  {
    name: 'dead-letter-retried-once',
    rules: ['P-70'],
    without: 'two operators who retry one dead letter make it take effect twice',
    file: 'packages/events/src/consumer/dead-letter.ts',
    find: '    delete from dead_letter where id = ${number}\n    returning consumer,',
    replace: '    update dead_letter set attempts = attempts where id = ${number}\n    returning consumer,',
    tests: [
      'services/gateway/test/dead-letters.test.ts > 202: a retry handles the event, deletes the dead letter',
    ],
  },
  {
    name: 'outage-counts-no-attempt',
    rules: ['ADR 0011'],
    without: 'events become dead letters while a database or a peer is down',
    file: 'packages/events/src/consumer/retry-store.ts',
    find: 'select not ${isOutage}::boolean or outages + 1',
    replace: 'select true or not ${isOutage}::boolean or outages + 1',
    tests: [
      'packages/events/test/poison.test.ts > an outage counts no attempts: the event takes effect after it',
    ],
  },
  {
    name: 'relay-order',
    rules: ['ADR 0011'],
    without: 'a later event of an aggregate is published before one that failed',
    file: 'packages/events/src/publisher/publish-batch.ts',
    find: '          result.unavailable ||= isUnavailable(error)\n          break',
    replace: '          result.unavailable ||= isUnavailable(error)',
    tests: [
      'packages/events/test/relay.test.ts > an event that the server rejects blocks only its own aggregate',
    ],
  },
  {
    name: 'relay-one-leader',
    rules: ['ADR 0011'],
    without: 'two relays publish the same outbox at once, in any order',
    file: 'packages/events/src/publisher/leadership.ts',
    find: 'leading = rows[0].acquired && client === connection',
    replace: 'leading = client === connection',
    tests: ['packages/events/test/relay.test.ts > two relays have one leader'],
  },
  {
    name: 'leader-fenced-by-time',
    rules: ['ADR 0011'],
    without: 'a leader that cannot reach Postgres goes on publishing beside its successor',
    file: 'packages/events/src/publisher/leadership.ts',
    find: 'isHeld: () => leading && performance.now() - confirmedAt < sessionTimeoutMs,',
    replace: 'isHeld: () => leading,',
    tests: [
      'packages/events/test/leadership.test.ts > when another replica gets the lock, a leader that is cut off from Postgres',
    ],
  },
  {
    name: 'leader-session-ends',
    rules: ['ADR 0011'],
    without: 'a suspended leader keeps the lock, and nothing is published until it continues',
    file: 'packages/events/src/publisher/leadership.ts',
    find: '    await opened.query(`set idle_session_timeout = ${sessionTimeoutMs}`)\n',
    replace: '',
    tests: [
      'packages/events/test/leadership.test.ts > a suspended leader loses the lead within its session timeout',
    ],
  },
  {
    name: 'relay-message-id',
    rules: ['ADR 0011'],
    without: 'an event that is published again after a crash is on the stream twice',
    file: 'packages/events/src/publisher/publish-batch.ts',
    find: 'msgID: messageId(row),',
    replace: 'msgID: crypto.randomUUID(),',
    tests: ['packages/events/test/crash.test.ts > relay killed between publish and mark'],
  },
  {
    name: 'outbox-floor-waits-for-writers',
    rules: ['ADR 0011'],
    without: 'an event whose transaction commits late is never published',
    file: 'packages/events/src/publisher/unpublished.ts',
    find: 'if (writers.size > 0 && (await',
    replace: 'if (false && (await',
    tests: [
      'packages/events/test/unpublished.test.ts > an event whose transaction commits after events with higher ids is published',
    ],
  },
  {
    name: 'erasure-reserve',
    rules: ['P-283'],
    without: 'an erasure waits behind everything else when the stream is full',
    file: 'packages/events/src/publisher/stream-room.ts',
    find: 'bytes + size <= ORDINARY_LIMIT * maxBytes',
    replace: 'bytes + size <= maxBytes',
    tests: [
      'packages/events/test/full-stream.test.ts > an erasure is published into a stream that accepts nothing else',
    ],
  },
  {
    name: 'byte-budget',
    rules: ['P-280'],
    without: 'one candidate or employer can fill streams and databases',
    file: 'packages/events/src/publisher/byte-budget.ts',
    find: 'where byte_budget.bytes + excluded.bytes <= ${limit}',
    replace: 'where true or byte_budget.bytes + excluded.bytes <= ${limit}',
    tests: [
      'services/candidate/test/byte-budget.test.ts > 429: changes beyond the budget of the day are refused',
    ],
  },
]
