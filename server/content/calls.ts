// The thirteen calls of the contract.
import type { CallName } from '../../shared/api/calls.ts'
import { articleDetail, articleInfo, articleList, articleRecommends } from './article-calls.ts'
import type { Call } from './call.ts'
import { about, aboutInfo, download, manual } from './page-calls.ts'
import { blockBanner, blockLabel, configBase, routeTree } from './site-calls.ts'

/** `form` holds the submissions, which no other call touches. */
export function createCalls(form: Call['answer']): Record<CallName, Call> {
  return {
    about: { langIn: 'query', answer: about },
    aboutInfo: { langIn: 'query', answer: aboutInfo },
    articleDetail: { langIn: 'query', answer: articleDetail },
    articleInfo: { langIn: 'query', answer: articleInfo },
    articleList: { langIn: 'query', answer: articleList },
    download: { langIn: 'query', answer: download },
    manual: { langIn: 'query', answer: manual },
    articleRecommends: { langIn: 'body', answer: articleRecommends },
    banners: { langIn: 'body', answer: blockBanner },
    labels: { langIn: 'body', answer: blockLabel },
    siteConfig: { langIn: 'body', answer: configBase },
    // A form's own fields may include one called lang.
    form: { langIn: 'header', answer: form },
    menu: { langIn: 'body', answer: routeTree },
  }
}
