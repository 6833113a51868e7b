// Worker thread: requests /livez every 10 ms; responds to each message with the longest duration since the last one.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const everyMs = 10
const agent = new Agent({ keepAlive: true })
const url: string = `${workerData.url}/livez`
let longest = 0
let isAsked = false
parentPort?.on('message', () => {
  isAsked = true
})

for (;;) {
  longest = Math.max(longest, await durationMs())
  // After the request that was in flight.
  if (isAsked) {
    parentPort?.postMessage(longest)
    longest = 0
    isAsked = false
  }
  await sleep(everyMs)
}

function durationMs(): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(performance.now() - started))
    })
    request.once('error', reject)
  })
}
