// HTTP client of the bench: sends requests over one connection. Its CPU time distorts the measurement, so it parses only
// the end of a response.
import { connect } from 'node:net'

const headEnd = '\r\n\r\n'
/** Does not occur in a page. */
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** Fewer than after which the site closes a connection. */
const mostRequests = 5000

type Sending = { isOver: () => boolean; tell: (ms: number) => void }

/**
 * Sends requests, each by `request`, until `isOver`, and reports the duration of each. Rejects if a response is invalid or
 * not a 200.
 */
export async function sendRepeatedly(
  url: URL,
  request: () => string,
  { isOver, tell }: Sending,
): Promise<void> {
  do {
    let requests = 0
    await sendOverConnection(url, request, { isOver: () => ++requests === mostRequests || isOver(), tell })
  } while (!isOver())
}

function sendOverConnection(
  { hostname, port }: URL,
  request: () => string,
  { isOver, tell }: Sending,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let asked = 0
  let read = createResponseParser()
  const ask = () => {
    asked = performance.now()
    socket.write(request())
  }
  const end = (settle: () => void) => {
    settle()
    socket.destroy()
  }
  socket
    .on('connect', ask)
    .on('data', (part) => {
      try {
        if (!read(part)) return
      } catch (error) {
        return end(() => reject(error))
      }
      tell(performance.now() - asked)
      read = createResponseParser()
      if (isOver()) end(resolve)
      else ask()
    })
    .on('error', reject)
    .on('close', () => reject(new Error('the connection ended before its answer')))
  return promise
}

/** Returns a function that takes the chunks of a response and returns whether it is complete. */
export function createResponseParser(): (part: Buffer) => boolean {
  let isInBody = false
  let missing = 0
  /** The state of a chunked response. */
  let tail: Buffer | undefined
  const readBody = (part: Buffer) => {
    missing -= part.length
    if (!tail) return missing === 0
    tail = Buffer.concat([tail, part.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
    return tail.equals(lastChunk)
  }
  return (part) => {
    if (isInBody) return readBody(part)
    const end = part.indexOf(headEnd)
    if (end < 0) throw new Error('the head of an answer in several parts')
    isInBody = true
    const head = part.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(head.slice(0, head.indexOf('\r\n')))
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
    if (length === undefined) tail = Buffer.alloc(0)
    else missing = Number(length)
    return readBody(part.subarray(end + headEnd.length))
  }
}
