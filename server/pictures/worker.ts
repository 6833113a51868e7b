// Worker thread: measures pictures, and makes their copies and drawings with sharp, one after the other.
import { parentPort } from 'node:worker_threads'
import type { Metadata, Sharp } from 'sharp'
import type { CopyFormat, KnownPicture } from '../../shared/image.ts'

/** Without `copy` and `drawing`: measure. */
export type PictureJob = {
  original: Uint8Array
  copy?: { width: number; format: CopyFormat }
  drawing?: DrawingJob
}
export type Shown = Omit<KnownPicture, 'path' | 'version'>
/** Cut to this shape, an SVG fitted into it on the ground; `margin`: its share of the width on each side. */
export type DrawingJob = {
  width: number
  height: number
  format: 'jpeg' | 'png'
  ground: string
  margin?: number
}
/** `as-is`: no picture of a known kind, an animation, too large, or broken. `absent`: sharp has no program for this platform. */
export type PictureResult =
  | { kind: 'shown'; shown: Shown }
  | { kind: 'copy'; body: Uint8Array }
  | { kind: 'as-is' }
  | { kind: 'absent'; problem: string }

/** The size of a decoded picture, all of which is in memory while an interlaced PNG is read: 50 megapixels of a JPEG. */
const mostBytes = 160_000_000
const secondsOfOne = 20
const kinds = ['jpeg', 'png', 'webp', 'heif']
const bytesOf: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 }
/** Bytes of a sample of any other type. */
const mostOfSample = 8

type Sharps = typeof import('sharp').default
const loading: Promise<Sharps | string> = load().catch(
  (error: Error) => error.message.split('\n', 1)[0] ?? '',
)

parentPort?.on('message', async (job: PictureJob) => {
  const sharp = await loading
  const result: PictureResult =
    typeof sharp === 'string'
      ? { kind: 'absent', problem: sharp }
      : await resultOf(sharp, job).catch((): PictureResult => ({ kind: 'as-is' }))
  parentPort?.postMessage(result)
})

async function load(): Promise<Sharps> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  // The threads of libuv are shared with the files and names of the server.
  sharp.concurrency(1)
  // These alone are read, from memory: no PDF or TIFF, and no program of the system.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Svg'].map((kind) => `VipsForeignLoad${kind}Buffer`),
  })
  return sharp
}

async function resultOf(sharp: Sharps, { original, copy, drawing }: PictureJob): Promise<PictureResult> {
  if (drawing) return { kind: 'copy', body: await drawn(sharp, original, drawing) }
  const image = sharp(original, { failOn: 'error' })
  const metadata = await image.metadata()
  if (!isStill(metadata) || isAnimatedPng(original, metadata)) return { kind: 'as-is' }
  if (!copy) return { kind: 'shown', shown: await measure(image, metadata) }
  const { format, ...size } = copy
  const smaller = withColours(image.autoOrient().resize({ ...size, withoutEnlargement: true }), metadata)
  const body = await encoders[format](smaller).timeout({ seconds: secondsOfOne }).toBuffer()
  return { kind: 'copy', body: new Uint8Array(body) }
}

async function drawn(sharp: Sharps, original: Uint8Array, drawing: DrawingJob): Promise<Uint8Array> {
  const { width, height, format, ground, margin = 0 } = drawing
  const metadata = await sharp(original, { failOn: 'error' }).metadata()
  const isSvg = metadata.format === 'svg'
  if (!isSvg && !isStill(metadata)) throw new Error('no picture')
  const edge = Math.round(width * margin)
  const inner = { width: width - 2 * edge, height: height - 2 * edge }
  // Rasterised at the size at which it is shown.
  const density = isSvg ? Math.min(2400, (72 * inner.width) / Math.max(1, metadata.width)) : 72
  const shown = sharp(original, { failOn: 'error', density: Math.max(1, density) }).autoOrient()
  const body = await shown
    .resize({ ...inner, fit: isSvg ? 'contain' : 'cover', background: ground })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: ground })
    .flatten({ background: ground })
    .toFormat(format, { quality: 80 })
    .timeout({ seconds: secondsOfOne })
    .toBuffer()
  return new Uint8Array(body)
}

/** The picture is of a kind that is read, not animated, and small enough to decode. */
function isStill({ format, pages = 1, width, height, channels, depth }: Metadata): boolean {
  const bytes = width * height * channels * (bytesOf[depth] ?? mostOfSample)
  return kinds.includes(format) && pages === 1 && bytes <= mostBytes
}

/** sharp reads its first frame only. PNG 3 §11.3.2: `acTL` is before the first `IDAT`. */
function isAnimatedPng(original: Uint8Array, { format }: Metadata): boolean {
  const bytes = Buffer.from(original.buffer, original.byteOffset, original.length)
  return format === 'png' && bytes.subarray(0, bytes.indexOf('IDAT')).includes('acTL')
}

/** Decodes the whole picture, so that a broken one is known. */
async function measure(image: Sharp, { autoOrient, hasAlpha }: Metadata): Promise<Shown> {
  const pixel = image.resize(1, 1, { fit: 'fill' }).toColourspace('srgb').removeAlpha().raw()
  const mean = await pixel.timeout({ seconds: secondsOfOne }).toBuffer()
  const colour = hasAlpha ? undefined : `#${mean.subarray(0, 3).toString('hex')}`
  return { width: autoOrient.width, height: autoOrient.height, colour }
}

/** The profile of a wide gamut stays; other colours become sRGB, and all other metadata is removed. */
function withColours(image: Sharp, { space, icc }: Metadata): Sharp {
  const isWide =
    (space === 'srgb' || space === 'rgb16') && icc && !/s\0?R\0?G\0?B/.test(icc.toString('latin1'))
  return isWide ? image.keepIccProfile() : image
}

const encoders: Record<CopyFormat, (image: Sharp) => Sharp> = {
  // With more effort a photograph 1920 pixels wide takes half a minute.
  avif: (image) => image.avif({ quality: 50, effort: 2 }),
  webp: (image) => image.webp({ quality: 68, effort: 4 }),
}
