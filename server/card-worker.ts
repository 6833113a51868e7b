// Entry of a thread: draws share cards, one after the other.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createDrawCard } from './seo/cards/draw.ts'
import { readLetters } from './seo/cards/letters.ts'

const draw = createDrawCard(readLetters(readFileSync(workerData.letters)))

parentPort?.on('message', ({ id, text }) => {
  const png = new Uint8Array(draw(text))
  parentPort?.postMessage({ id, png }, [png.buffer])
})
