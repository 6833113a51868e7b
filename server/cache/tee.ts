// Tee: one body for many readers. Each reader receives the complete body; a reader that is destroyed does not stop it.
import { Readable } from 'node:stream'
import { apiError } from '../../shared/errors.ts'

export type Tee = {
  subscribe: () => Readable
  /** The complete body; rejects when it is truncated, exceeds the limit or times out. */
  done: Promise<Buffer>
}

export function createTee(source: Readable, limitBytes: number, timeoutMs: number): Tee {
  const chunks: Buffer[] = []
  const readers = new Set<Readable>()
  let size = 0
  let ended: 'no' | 'complete' | Error = 'no'

  const timer = setTimeout(
    () => source.destroy(apiError('timeout', `the response body did not end within ${timeoutMs} ms`)),
    timeoutMs,
  )
  const finish = (outcome: 'complete' | Error) => {
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
        return void source.destroy(new Error(`the response body is larger than ${limitBytes} bytes`))
      chunks.push(chunk)
      for (const reader of readers) reader.push(chunk)
    })
    source.once('end', () => {
      finish('complete')
      resolve(Buffer.concat(chunks))
    })
    source.once('error', (error) => {
      finish(error)
      reject(error)
    })
    source.once('close', () => {
      if (ended !== 'no') return
      const error = new Error('the response body was truncated')
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
      // The body may fail before the reader has an error listener.
      reader.on('error', () => {})
      for (const chunk of chunks) reader.push(chunk)
      if (ended === 'no') readers.add(reader)
      else end(reader)
      return reader
    },
  }
}
