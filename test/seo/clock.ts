// A manual clock.

export const minuteMs = 60_000

export function clockAt(date: string) {
  let time = Date.parse(date)
  return {
    now: () => time,
    move: (ms: number) => {
      time += ms
    },
  }
}
