// Worker thread: draws share cards one after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { createDrawCard } from './draw-card.ts'

const ready = createDrawCard(workerData)

parentPort?.on('message', async (text) => {
  const draw = await ready
  const png = await draw(text)
  parentPort?.postMessage(png, [png.buffer])
})
