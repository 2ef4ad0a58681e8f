import { startTestStack, type TestStack } from '../../support/start-stack.ts'
import { openReceiver, type Receiver } from './receiver.ts'

/** The processes of `npm start`, each service twice, and a webhook receiver. */
export interface System extends TestStack {
  receiver: Receiver
}

/** Starts the whole system in a temporary folder; `stop` deletes it. */
export async function startSystem(): Promise<System> {
  const variables = {
    REPLICAS: '2',
    // Seconds before the attempts 2 to 8, instead of D-51's hours.
    WEBHOOK_RETRY_DELAYS_SECONDS: '1,1,2,2,3,3,5',
    LOG_LEVEL: 'info',
  }
  const started = await startTestStack(variables, () => {})
  const receiver = await openReceiver()
  return {
    ...started,
    receiver,
    async stop() {
      await receiver.close()
      await started.stop()
    },
  }
}
