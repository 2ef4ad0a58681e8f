import type { UpstreamName } from '@jobboard/contracts/services'

/** A process of the stack, replicas under one name. */
export type ProcessName = UpstreamName | 'gateway' | 'portal'

const TO_ALL = [
  'TEST_CLOCK',
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'LOG_LEVEL',
  'EVENT_LOOP_LIMIT_SECONDS',
  'CORS_ORIGINS',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'RESPONSE_GRACE_MS',
  'RESPONSE_TIMEOUT_MS',
  'FAILPOINTS',
  'INBOX_RETENTION_DAYS',
  'DEAD_LETTER_RETENTION_DAYS',
  'REPLAY_RETENTION_DAYS',
  'AUDIT_RETENTION_DAYS',
  'DAILY_APPLY_RETENTION_DAYS',
  'WEBHOOK_RETENTION_DAYS',
  'KEY_TRUST_SECONDS',
  'STREAM_MAX_BYTES',
  'STREAM_MAX_AGE_DAYS',
  'STREAM_REPLICAS',
  'OUTBOX_STALE_SECONDS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'WEBHOOK_RETRY_DELAYS_SECONDS',
]
const TO_ALL_WITH_NATS = ['NATS_USER', 'NATS_PASSWORD']

// Secrets go to no other service.
const TO_ONE: Partial<Record<ProcessName, string[]>> = {
  accounts: ['SANDBOX', 'SMTP_URL', 'MAIL_FROM'],
  webhook: ['WEBHOOK_SECRET_KEYS', 'SMTP_URL', 'MAIL_FROM'],
  search: ['SEARCH_ENGINE', 'SEARCH_TIMEOUT_MS'],
  pipeline: ['ASSESSOR', 'LLM_URL', 'LLM_MODEL', 'LLM_API_KEY', 'LLM_DEADLINE_SECONDS', 'LLM_CALLS_PER_DAY'],
  gateway: ['DRAIN_DELAY_MS'],
  portal: [
    'SANDBOX',
    'SMTP_URL',
    'MAIL_FROM',
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_NAME',
    'TRUSTED_PROXIES',
    'SESSION_IDLE_MINUTES',
    'SESSION_MINUTES',
    'STAFF_SESSION_IDLE_MINUTES',
    'STAFF_SESSION_MINUTES',
  ],
}

/** The variables of `env` that reach a process: those that are set, not empty and listed here. Nothing else does. */
export function passedOn(env: NodeJS.ProcessEnv, name: ProcessName): Record<string, string> {
  const names = [...TO_ALL, ...(name === 'portal' ? [] : TO_ALL_WITH_NATS), ...(TO_ONE[name] ?? [])]
  return Object.fromEntries(names.flatMap((variable) => (env[variable] ? [[variable, env[variable]]] : [])))
}
