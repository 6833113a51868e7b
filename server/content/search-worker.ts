// Worker thread of the search: answers one question after the other.
import { parentPort } from 'node:worker_threads'
import { openSearchAnswers, type SearchAnswers } from './search-answers.ts'
import type { Asked, Told } from './search-thread.ts'

let open: { opening: number; answers: SearchAnswers } | undefined

function answersOf({ indexFile, opening }: Asked): SearchAnswers {
  if (open?.opening !== opening) {
    open?.answers.close()
    open = undefined
    open = { opening, answers: openSearchAnswers(indexFile) }
  }
  return open.answers
}

function tell(told: Told): void {
  parentPort?.postMessage(told)
}

parentPort?.on('message', (asked: Asked) => {
  try {
    tell({ answer: answersOf(asked).answer(asked.kind, asked.question) })
  } catch (error) {
    tell({ problem: String(error) })
  }
})
tell('ready')
