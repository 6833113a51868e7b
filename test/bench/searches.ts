// Worker thread: searches over many connections, each for words that nobody has searched for. Responds to a message with the
// number of responses by status.
import { parentPort, workerData } from 'node:worker_threads'
import { Pool } from 'undici'

const { url, kind, connections } = workerData as { url: string; kind: 'han' | 'typos'; connections: number }

const characters =
  '水泵流量计管线阀门校准台位用户现场传感器压力温度精度维护密封安装调试报告证书网关大小年月检测'
const words = 'watar pumpp vallve calibratoin benhc custmer senzor pressura tempreature acuracy'
const queries = {
  han: (at: number) => characters.slice(at % 40) + characters.slice(0, 20) + at,
  typos: (at: number) => `${words} ${at}`,
}
const pool = new Pool(url, { connections, pipelining: 1 })
const statuses: Record<number, number> = {}
let sent = 0
let isOver = false

parentPort?.once('message', () => {
  isOver = true
  parentPort?.postMessage(statuses)
})

async function search(): Promise<void> {
  while (!isOver) {
    const path = `/en?keywords=${encodeURIComponent(queries[kind](sent++))}`
    const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Chrome/156.0.0.0 Safari/537.36' }
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    await body.dump()
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    if (sent === connections) parentPort?.postMessage('started')
  }
}

await Promise.all(Array.from({ length: connections }, search))
