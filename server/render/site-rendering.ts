// Rendering as configured: the renderer, the texts in both languages, and what every page knows of its site.
import type { Settings } from '../../shared/payload.ts'
import type { AppContext } from '../app-context.ts'
import { cacheMemory } from '../config/cache-memory.ts'
import { createBrandLook } from './brand-look.ts'
import { createRenderer, type RenderedPictures } from './render.tsx'
import { createTranslations } from './translations.ts'

export type SiteRendering = Awaited<ReturnType<typeof createSiteRendering>>

export async function createSiteRendering(
  { config, build, telemetry: { log } }: AppContext,
  pictures: RenderedPictures,
) {
  const translations = await createTranslations({ log })
  const brandLook = createBrandLook(log)
  const settings: Settings = {
    siteUrl: config.siteUrl,
    build: build.id,
    formName: config.formName,
    downloadId: config.downloadId,
    ...(config.showDrafts && { showDrafts: true as const }),
    ...(config.analytics && { analytics: config.analytics }),
    ...(!config.fingerprint && { fingerprintOff: true as const }),
  }
  return {
    renderer: await createRenderer(build, cacheMemory(config.cacheMemoryBytes), brandLook, pictures),
    translations,
    messages: { zh: translations.zh.messages, en: translations.en.messages },
    settings,
    brandLook,
  }
}
