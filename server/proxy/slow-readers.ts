// Visitors who ask for much and take it in drops are let go, so that they hold neither memory nor connections.
import type { Socket } from 'node:net'

type Options = {
  /** Bytes that have to leave between two checks while more are waiting. */
  leastBytes: number
  /** Checks in a row without them. */
  patience: number
}

export type SlowReaders = ReturnType<typeof createSlowReaders>

/** `check` is to be called again and again; `watch` for every connection. */
export function createSlowReaders({ leastBytes, patience }: Options) {
  const watched = new Map<Socket, { taken: number; strikes: number }>()
  return {
    watch(socket: Socket) {
      watched.set(socket, { taken: 0, strikes: 0 })
      socket.once('close', () => watched.delete(socket))
    },
    check() {
      for (const [socket, state] of watched) {
        const waiting = socket.writableLength
        const taken = socket.bytesWritten - waiting
        const isSlow = waiting > 0 && taken - state.taken < leastBytes
        state.taken = taken
        state.strikes = isSlow ? state.strikes + 1 : 0
        if (state.strikes >= patience) socket.destroy()
      }
    },
  }
}
