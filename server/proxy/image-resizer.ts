// Makes smaller copies of images with sharp, which is installed by those who set MEDIA_RESIZE.
import type { Sharp } from 'sharp'
import { createSlots } from '../base/slots.ts'

export type ImageFormat = 'avif' | 'webp' | 'own'
export type Resized = { bytes: Buffer; type: string }

/** Undefined for what is sent as it is: no image of a known format, an animated, very large or broken one. */
export type ResizeImage = (
  original: Buffer,
  wanted: { width: number; format: ImageFormat },
) => Promise<Resized | undefined>

/** Rejection of a request while too many images wait. */
export type BusyError = Error & { name: 'BusyError' }

export function isBusy(error: unknown): error is BusyError {
  return error instanceof Error && error.name === 'BusyError'
}

const own = ['jpeg', 'png', 'webp', 'heif'] as const
type Own = (typeof own)[number]

const mostPixels = 50_000_000
/** sharp works in the threads of libuv, of which there are four: half of them stay free for files and names. */
const atOnce = 2
const mostWaiting = 16
const waitMs = 5000
const secondsOfOne = 10

/** Rejects where sharp is not installed, or not for this platform. */
export async function createImageResizer(): Promise<ResizeImage> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // Only these are read, from memory: no SVG, PDF or TIFF, and no program of the system.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  })
  const slots = createSlots({
    most: atOnce,
    maxWaiting: mostWaiting,
    waitMs,
    overload: () => Object.assign(new Error('too many images wait'), { name: 'BusyError' as const }),
  })

  const resize: ResizeImage = async (original, { width, format }) => {
    const image = sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
    const facts = await image.metadata()
    const kind = own.find((one) => one === facts.format)
    if (!kind || (facts.pages ?? 1) > 1) return undefined
    const smaller = image.autoOrient().resize({ width, withoutEnlargement: true })
    const { type, encode } = encoderOf(format, kind)
    const bytes = await encode(smaller).timeout({ seconds: secondsOfOne }).toBuffer()
    return bytes.length < original.length ? { bytes, type } : undefined
  }

  return async (original, wanted) => {
    const release = await slots.acquire()
    try {
      return await resize(original, wanted).catch(() => undefined)
    } finally {
      release()
    }
  }
}

type Encoder = { type: string; encode: (image: Sharp) => Sharp }

const encoders: Record<Own, Encoder> = {
  jpeg: { type: 'image/jpeg', encode: (image) => image.jpeg({ quality: 72, mozjpeg: true }) },
  png: { type: 'image/png', encode: (image) => image.png({ palette: true }) },
  webp: { type: 'image/webp', encode: (image) => image.webp({ quality: 68, effort: 4 }) },
  // Low effort: a copy is made while a visitor waits.
  heif: { type: 'image/avif', encode: (image) => image.avif({ quality: 50, effort: 2 }) },
}

function encoderOf(format: ImageFormat, kind: Own): Encoder {
  if (format === 'own') return encoders[kind]
  return encoders[format === 'avif' ? 'heif' : 'webp']
}
