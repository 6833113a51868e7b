// Worker thread: draws share cards and icons one after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { createDrawCard } from './draw-card.ts'

const ready = createDrawCard(workerData)

parentPort?.on('message', async (drawing) => {
  const draw = await ready
  const png = await draw(drawing)
  parentPort?.postMessage(png, [png.buffer])
})
