// The thirteen calls of the contract.
import { articleDetail, articleInfo, articleList, articleRecommends } from './article-calls.ts'
import type { Call } from './call.ts'
import { about, aboutInfo, download, manual } from './page-calls.ts'
import { blockBanner, blockLabel, configBase, routeTree } from './site-calls.ts'

/** `form` holds the submissions, which no other call touches. */
export function createCalls(form: Call['answer']): Call[] {
  return [
    { method: 'GET', path: 'about/{}', langIn: 'query', answer: about },
    { method: 'GET', path: 'about/info/{}', langIn: 'query', answer: aboutInfo },
    { method: 'GET', path: 'article/detail/{}', langIn: 'query', answer: articleDetail },
    { method: 'GET', path: 'article/info/{}', langIn: 'query', answer: articleInfo },
    { method: 'GET', path: 'article/list/{}', langIn: 'query', answer: articleList },
    { method: 'GET', path: 'download/{}', langIn: 'query', answer: download },
    { method: 'GET', path: 'manual/{}', langIn: 'query', answer: manual },
    { method: 'POST', path: 'article/recommends/{}', langIn: 'body', answer: articleRecommends },
    { method: 'POST', path: 'block/banner', langIn: 'body', answer: blockBanner },
    { method: 'POST', path: 'block/label', langIn: 'body', answer: blockLabel },
    { method: 'POST', path: 'config/base', langIn: 'body', answer: configBase },
    // A form's own fields may include one called lang.
    { method: 'POST', path: 'form/{}', langIn: 'header', answer: form },
    { method: 'POST', path: 'route/tree', langIn: 'body', answer: routeTree },
  ]
}
