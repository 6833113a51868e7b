// The thirteen calls of the contract.
import { articleDetail, articleInfo, articleList, articleRecommends } from './article-calls.ts'
import type { Call } from './call.ts'
import { about, aboutInfo, download, manual } from './page-calls.ts'
import { blockBanner, blockLabel, configBase, routeTree } from './site-calls.ts'

/** `form` holds the submissions, which no other call touches. */
export function createCalls(form: Call['answer']): Call[] {
  return [
    { method: 'GET', path: 'about/{}', answer: about },
    { method: 'GET', path: 'about/info/{}', answer: aboutInfo },
    { method: 'GET', path: 'article/detail/{}', answer: articleDetail },
    { method: 'GET', path: 'article/info/{}', answer: articleInfo },
    { method: 'GET', path: 'article/list/{}', answer: articleList },
    { method: 'GET', path: 'download/{}', answer: download },
    { method: 'GET', path: 'manual/{}', answer: manual },
    { method: 'POST', path: 'article/recommends/{}', answer: articleRecommends },
    { method: 'POST', path: 'block/banner', answer: blockBanner },
    { method: 'POST', path: 'block/label', answer: blockLabel },
    { method: 'POST', path: 'config/base', answer: configBase },
    { method: 'POST', path: 'form/{}', answer: form },
    { method: 'POST', path: 'route/tree', answer: routeTree },
  ]
}
