// Design of a share card: logo and site name at the top, title in the middle, a picture beside it, host at the bottom.
import type { ReactNode } from 'react'
import { type CardText, cardPictureBox, shareCardSize } from '../../../shared/share-card.ts'
import { type CardColours, palette } from '../../base/brand-colours.ts'
import type { CardDrawing } from '../drawing/card-renderer.ts'

const text = palette.text.light
const quiet = palette['text-2'].light

const { width, height } = shareCardSize
const margin = 80
const fullWidth = 900
/** The section and the title are centred on this height. */
const middle = 328
const centre = { cx: 1075, cy: 315 }
/** The width of the title in pixels. */
export const titleWidth = ({ image }: Pick<CardDrawing, 'image'>) =>
  image ? cardPictureBox.left - margin - 40 : fullWidth
const rings = [220, 310, 410, 520, 640]

export const titleKey = 'title'
/** The height in pixels, rounded as in satori. */
export const titleLineHeight = ({ locale }: CardText, size: number) =>
  Math.round(size * (locale === 'zh' ? 1.3 : 1.2))

type Props = {
  card: CardDrawing
  /** Font size of the title, in pixels. */
  size: number
  /** The title is truncated after so many lines; undefined: all lines, balanced. */
  lines?: number
}

export function Card({ card, size, lines }: Props) {
  const { logo, image, colours } = card
  const titleLines = lines ? { lineClamp: lines } : { textWrap: 'balance' as const }
  return (
    <div style={{ display: 'flex', width, height, fontFamily: 'base, sans-serif' }}>
      <Background logo={image ? undefined : logo} colours={colours} />
      <img
        src={logo}
        alt=""
        width={64}
        height={64}
        style={{ position: 'absolute', left: margin - 12, top: 66 }}
      />
      <Line left={margin + 62} top={76} size={34} color={text}>
        {card.site}
      </Line>
      <div
        style={{
          ...column,
          left: margin,
          top: 0,
          width: titleWidth(card),
          height: middle * 2,
          justifyContent: 'center',
        }}
      >
        {card.section && (
          <div style={{ ...oneLine, fontSize: 30, height: 58, color: colours.brand }}>{card.section}</div>
        )}
        <div
          key={titleKey}
          style={{
            ...titleLines,
            display: 'block',
            fontSize: size,
            lineHeight: `${titleLineHeight(card, size)}px`,
            color: text,
            // Balanced lines may be shorter than a word: it must not be broken.
            wordBreak: lines ? 'break-word' : 'normal',
          }}
        >
          {card.title}
        </div>
      </div>
      <Line left={margin} top={534} size={26} color={quiet}>
        {card.host}
      </Line>
    </div>
  )
}

const column = { position: 'absolute', display: 'flex', flexDirection: 'column', width: fullWidth } as const
const oneLine = {
  display: 'block',
  width: '100%',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const

type LineProps = { left: number; top: number; size: number; color: string; children: ReactNode }

function Line({ left, top, size, color, children }: LineProps) {
  return (
    <div style={{ ...column, left, top }}>
      <div style={{ ...oneLine, fontSize: size, color }}>{children}</div>
    </div>
  )
}

/** `logo`: undefined where a picture is. */
function Background({ logo, colours }: { logo: string | undefined; colours: CardColours }) {
  const { brand, ground, line } = colours
  return (
    <>
      <svg width={width} height={height} style={{ position: 'absolute', left: 0, top: 0 }} aria-hidden="true">
        <defs>
          <linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" stopColor={ground[0]} />
            <stop offset="1" stopColor={ground[1]} />
          </linearGradient>
        </defs>
        <rect width={width} height={height} fill="url(#ground)" />
        <circle {...centre} r={rings[0]} fill="#fff" fillOpacity={0.55} />
        {rings.map((radius) => (
          <circle
            key={radius}
            {...centre}
            r={radius}
            fill="none"
            stroke={line}
            strokeWidth={1.5}
            strokeOpacity={0.8}
          />
        ))}
        <rect y={height - 2} width={width} height={2} fill={brand} fillOpacity={0.75} />
      </svg>
      {logo && (
        <img
          src={logo}
          alt=""
          width={297}
          height={297}
          style={{ position: 'absolute', left: centre.cx - 148.5, top: centre.cy - 158.5, opacity: 0.16 }}
        />
      )}
    </>
  )
}
