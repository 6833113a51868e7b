// A generated content folder: the sample, with a given number of news per language, each with a text of its own.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom } from '../../helpers/random.ts'
import { words } from '../../helpers/words.ts'
import { root } from './process.ts'

/** Search terms: in every item, in every item and shorter than the search index knows, in one item, in none. */
export const terms = {
  'word of every item': '流量计',
  'two characters': '水泵',
  'one character': '的',
  'rare word': 'serial-00042',
  'no such word': '不存在的词',
}
export const firstNewsId = 10_001

const vocabulary = {
  zh: words(
    '水泵 流量计 管线 阀门 校准 台位 用户 现场 传感器 压力 温度 精度 维护 密封 安装 调试 的 在 和 已 不 年 月 检 测 量',
  ),
  en: words(
    'water meter pump valve pipeline calibration bench customer sensor pressure the a of in with and was each new',
  ),
}

/** The sample, with files of about 2 kB: `news/item-1.zh.md` and so on. */
export async function writeGeneratedContent(folder: string, newsPerLanguage: number): Promise<void> {
  await cp(join(root, 'server/content/sample'), folder, { recursive: true })
  await rm(join(folder, 'news'), { recursive: true })
  await mkdir(join(folder, 'news'))
  for (const lang of ['zh', 'en'] as const) await writeNews(folder, newsPerLanguage, lang)
}

/** The first `count` news items in a language; with another `seed` their texts are others. */
export async function writeNews(folder: string, count: number, lang: 'zh' | 'en', seed = 1): Promise<void> {
  for (let number = 1; number <= count; number++)
    await writeFile(join(folder, `news/item-${number}.${lang}.md`), newsFile(lang, number, seed * number))
}

function newsFile(lang: 'zh' | 'en', number: number, seed: number): string {
  const random = createRandom(seed * 2 + Number(lang === 'zh'))
  const text = (count: number) =>
    Array.from({ length: count }, () => random.pick(vocabulary[lang])).join(lang === 'zh' ? '' : ' ')
  const day = new Date(Date.UTC(2000, 0, 1, number % 24) + number * 21_600_000).toISOString()
  const most = lang === 'zh' ? 70 : 35
  const paragraph = () => `${text(most)}**${text(3)}**${text(most)}`
  const serial = `serial-${String(number).padStart(5, '0')}`
  return `---
id: ${firstNewsId + number - 1}
title: ${text(6)}${number}
summary: ${text(20)}
cover: /media/images/news-01-1600x900.svg
cover_alt: ${text(4)}
published_at: ${day}
tags: [${text(1).trim()} ${number % 40}, ${text(1).trim()}]
author: ${text(1).trim()}
---
${paragraph()}

## ${text(3)}

- ${text(8)}
- ${text(8)}, ${serial}

${paragraph()}

## ${text(3)}

${paragraph()} [${text(2)}](${lang === 'en' ? '/en' : ''}/news)${lang === 'zh' ? '流量计' : ' flowmeter'}
`
}
