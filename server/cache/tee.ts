// One body for many readers: each gets all of it, whenever it comes, and none of them can stop it.
import { Readable } from 'node:stream'
import { apiError } from '../../shared/errors.ts'

export type Tee = {
  subscribe: () => Readable
  /** The whole body; rejects when it broke off, grew over the limit or took too long. */
  done: Promise<Buffer>
}

export function createTee(source: Readable, limitBytes: number, timeoutMs: number): Tee {
  const chunks: Buffer[] = []
  const readers = new Set<Readable>()
  let size = 0
  let ended: 'no' | 'well' | Error = 'no'

  const timer = setTimeout(
    () => source.destroy(apiError('timeout', 'the answer did not end in time')),
    timeoutMs,
  )
  const finish = (outcome: 'well' | Error) => {
    clearTimeout(timer)
    ended = outcome
    for (const reader of readers) end(reader)
    readers.clear()
  }
  const end = (reader: Readable) => {
    if (ended instanceof Error) reader.destroy(ended)
    else reader.push(null)
  }
  const done = new Promise<Buffer>((resolve, reject) => {
    source.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limitBytes)
        return void source.destroy(new Error(`the body is larger than ${limitBytes} bytes`))
      chunks.push(chunk)
      for (const reader of readers) reader.push(chunk)
    })
    source.once('end', () => {
      finish('well')
      resolve(Buffer.concat(chunks))
    })
    source.once('error', (error) => {
      finish(error)
      reject(error)
    })
    source.once('close', () => {
      if (ended !== 'no') return
      const error = new Error('the body broke off')
      finish(error)
      reject(error)
    })
  })
  done.catch(() => {})

  return {
    done,
    subscribe() {
      const reader = new Readable({ read() {} })
      reader.once('close', () => readers.delete(reader))
      // The body may break off before its reader listens.
      reader.on('error', () => {})
      for (const chunk of chunks) reader.push(chunk)
      if (ended === 'no') readers.add(reader)
      else end(reader)
      return reader
    },
  }
}
