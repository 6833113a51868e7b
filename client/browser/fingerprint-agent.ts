// The fingerprint library, as a chunk of its own.
import { load } from '@fingerprintjs/fingerprintjs'

export async function readVisitorId(): Promise<string> {
  const agent = await load({ monitoring: false })
  return (await agent.get()).visitorId
}
