// A counter for what happens with every request: a series is looked up once, and costs one addition from then on.
import type { Metric, Registry } from 'prom-client'

type Options = { name: string; help: string; registers: Registry[] }
type Series = { labels: Record<string, string>; value: number }

/** The function it returns makes a series; what that returns counts one in it. */
export function createQuickCounter({ name, help, registers }: Options) {
  const values: Series[] = []
  // What the registry asks of a metric.
  const get = async () => ({ name, help, type: 'counter', aggregator: 'sum', values })
  for (const register of registers) register.registerMetric({ name, get } as unknown as Metric)

  return (labels: Record<string, string>) => {
    const series: Series = { labels, value: 0 }
    values.push(series)
    return () => {
      series.value++
    }
  }
}
