// The library behind the visitor id, as a module of its own.
import { load } from '@fingerprintjs/fingerprintjs'

export async function readVisitorId(): Promise<string> {
  const agent = await load({ monitoring: false })
  return (await agent.get()).visitorId
}
