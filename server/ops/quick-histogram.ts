// A histogram for what happens with every request: a series is looked up once, and costs a few additions from then on.
import type { Metric, Registry } from 'prom-client'

type Options = { name: string; help: string; buckets: number[]; registers: Registry[] }
type Series = { labels: Record<string, string>; counts: number[]; sum: number; count: number }

/** The function it returns makes a series; what that returns observes a value in it. */
export function createQuickHistogram({ name, help, buckets, registers }: Options) {
  const all: Series[] = []

  const valuesOf = ({ labels, counts, sum, count }: Series) => {
    let below = 0
    const values = buckets.map((le, index) => {
      below += counts[index] ?? 0
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below }
    })
    return [
      ...values,
      { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
  // What the registry asks of a metric.
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: all.flatMap(valuesOf),
  })
  for (const register of registers) register.registerMetric({ name, get } as unknown as Metric)

  return (labels: Record<string, string>) => {
    const series: Series = { labels, counts: Array(buckets.length).fill(0), sum: 0, count: 0 }
    all.push(series)
    return (value: number) => {
      series.sum += value
      series.count++
      for (let index = 0; index < buckets.length; index++) {
        if (value <= (buckets[index] as number)) {
          series.counts[index] = (series.counts[index] ?? 0) + 1
          return
        }
      }
    }
  }
}
