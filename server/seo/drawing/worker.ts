// Worker thread: draws icons and share cards one after the other. resvg can be initialised only once in a thread.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Drawing, IconDrawing } from './card-renderer.ts'

type ToSvg = (drawing: never) => string | Promise<string>

/** A build's. */
const folder = join(workerData.distDir, 'server/cards')
/** The kinds of drawings; each is imported on demand. */
const kinds: Partial<Record<Drawing['kind'], () => Promise<ToSvg>>> = {
  icon: async () => iconSvg,
  card: async () => (await import('../cards/card-svg.ts')).createCardSvg(folder),
}
const loaded = new Map<string, Promise<ToSvg>>()
const ready = readFile(join(folder, 'index_bg.wasm')).then(initWasm)

parentPort?.on('message', async (drawing: Drawing) => {
  await ready
  const toSvg = loaded.get(drawing.kind) ?? kinds[drawing.kind]?.()
  if (!toSvg) throw new Error(`no drawings of the kind ${drawing.kind}`)
  loaded.set(drawing.kind, toSvg)
  // A drawing of this kind.
  const png = toPng(await (await toSvg)(drawing as never))
  parentPort?.postMessage(png, [png.buffer])
})

/** The icon has a margin, because some systems cut the corners. */
function iconSvg({ icon, logo, ground }: IconDrawing): string {
  const size = (share: number) => (icon * share).toFixed(1)
  const place = `x="${size(0.16)}" y="${size(0.16)}" width="${size(0.68)}" height="${size(0.68)}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${icon}" height="${icon}"><rect width="100%" height="100%" fill="${ground}"/><image href="${logo}" ${place}/></svg>`
}

function toPng(svg: string): Uint8Array<ArrayBuffer> {
  const resvg = new Resvg(svg)
  const image = resvg.render()
  const png = new Uint8Array(image.asPng())
  image.free()
  resvg.free()
  return png
}
